# The pages as a container: not root, on a read-only file system, with nothing that compiles. docs/running-a-server.md
# says how to run it. Pin the image of Python by its digest as well, if your rules ask for it.
ARG PYTHON=3.11.18

FROM python:${PYTHON}-slim AS build
WORKDIR /build
COPY requirements-server.txt ./
RUN python -m venv --without-pip /venv
RUN python -m pip --python /venv/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r requirements-server.txt

FROM python:${PYTHON}-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 PORT=8000
WORKDIR /app
COPY --from=build /venv /venv
COPY app.py LICENSE ./
COPY ireval ireval
COPY web web
COPY templates templates
COPY static static
COPY lessons lessons
COPY collections collections
COPY docs/glossary.md docs/
# Nothing is compiled or packed when a container starts.
RUN python -m compileall -q .
RUN python -c "import app; app.create_app()"
# Where volumes are mounted; a volume takes its owner over from here.
RUN install -d -o 10001 -g 10001 /app/instance /backups
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=4)"]
CMD ["python", "app.py"]
