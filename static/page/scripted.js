// Says before anything is painted that scripts run, so that the page shows what only they can control.
document.documentElement.classList.add("scripted");
