# The bot in an image: `docker build -t mafiabot .`, then see docs/setup.md. Everything is installed from wheels,
# so neither stage has a compiler; the second one has no build leftovers either.
FROM python:3.12-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/mafiabot
ENV PATH=/opt/mafiabot/bin:$PATH
WORKDIR /src

# What the project depends on changes seldom: a layer of its own.
COPY pyproject.toml constraints.txt ./
RUN python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'], sep='\n')" \
        > requirements.txt \
    && pip install --only-binary :all: -c constraints.txt -r requirements.txt

COPY README.md LICENSE ./
COPY mafiabot mafiabot
RUN pip install --no-deps .


FROM python:3.12-slim

RUN groupadd --system --gid 10001 mafiabot \
    && useradd --system --uid 10001 --gid mafiabot --no-create-home --shell /usr/sbin/nologin mafiabot \
    && install -d -o mafiabot -g mafiabot -m 0700 /data
COPY --from=build /opt/mafiabot /opt/mafiabot
ENV PATH=/opt/mafiabot/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MAFIABOT_DATA_DIR=/data \
    MAFIABOT_HTTP=0.0.0.0:8080
USER 10001:10001
VOLUME /data
EXPOSE 8080

# Whoever changes MAFIABOT_HTTP changes this, too.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=2s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/healthz', timeout=4)"]

ENTRYPOINT ["mafiabot"]
CMD ["run"]
