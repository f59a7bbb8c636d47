"""Texts that programs stumble over."""

from __future__ import annotations

#: Markup that may never stand in a page as it was typed.
MARKER = "<i9z>"

NUMBERS = [
    *("0", "1", "2", "3", "5", "10", "100", "1000", "0.5", "0,5", "-1", "-0", "+1", "1.", ".5", "007", " 4 "),
    *("1e999", "-1e999", "1e-999", "1e308", "1e5", "1E3", "nan", "inf", "-inf", "Infinity", "NaN", "0x10", "1_000"),
    *("9" * 400, "-" + "9" * 400, "0." + "0" * 400 + "1", "1" + "0" * 5000, "9" * 5000, "9007199254740993"),
    *("2147483648", "-2147483649", "9223372036854775808", "18446744073709551616", "1e400/1e400", "1/0", "0/0"),
    *("٣", "１２", "²", "½", "Ⅷ", "−3", "१", "1 000", "1.000,5", "50 %", "5‰", "1:2", "1,2,3", "2**9**9"),
    *("log2(0)", "log2(-1)", "1/log2(" + "(" * 300 + "2" + ")" * 300 + ")", "(" * 1200 + "1", "1+" * 1500 + "1"),
    *("sqrt(-1)", "10^400", "10^-400", "1e1e1", "-" * 3000 + "1", "1/3 = 0.4", "2.9/10 = 0.29"),
]
MARKERS = [f"{before}{MARKER}" for before in ("", '">', "'>", "]]>", "</script>", "</textarea>", "-->")]
HOSTILE = [
    *(
        "\0",
        "a\0b",
        "\x1b[31m",
        "\x7f",
        "\ud800",
        "a\udfffb",
        "\ud83d\ude00",
        "\ufffe",
        "\uffff",
        "\u202eabc",
        "\u2066",
    ),
    *(
        "\ufeff",
        "\u200b",
        "\u00ad",
        "\u2028",
        "\x85",
        "\r\nX-Fuzz: 1",
        "\n",
        "\r",
        "\t",
        " ",
        "\u3000",
        "🏳️‍🌈",
        "e" + "\u0301" * 300,
    ),
    *(
        "../../../etc/passwd",
        "C:\\x",
        "file:///etc/passwd",
        "//evil.example",
        "javascript:alert(1)",
        "http://evil.example/",
    ),
    *(
        "'; DROP TABLE sheets; --",
        '" OR ""="',
        "{{7*7}}",
        "{% x %}",
        "${7*7}",
        "%s%n",
        "#{1}",
        "$\\frac{1}{0}$",
        "\\input{x}",
    ),
    *("#import x", "=1+1", "@SUM(1)", "+1", "-1", "|calc", "~=#%50%", "{1:SHORTANSWER:=x}", "$CATEGORY: a/b", "::a::"),
    *(
        "True",
        "None",
        "null",
        "undefined",
        "[]",
        "{}",
        "[object Object]",
        "on",
        "yes",
        "no",
        "a" * 300,
        "ß" * 2100,
        "İ",
        "ﬃ",
    ),
    *("x" * 70_000, "é" * 3000, "\n" * 3000, "a," * 2000, "(" * 2000, "[" * 2000, "**" * 1000, "$" * 999, "`" * 999),
]
#: Characters that have a meaning somewhere in the product, for texts at random.
ALPHABET = "01nruU-+.,;:=()[]{}<>\"'&%$#@!?/\\|~^*_ \t\nabkPAR²½é\u0301\u202e\0\ud800\ufeff"
