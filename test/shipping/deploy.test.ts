/** Files for containers and clusters, as far as they can be held to what they say without running them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CONFIG_VARIABLES, loadConfig } from '../../src/config.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

/** With what an operator has left as it is. */
const withDefaults = (text: string): string => text.replace(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1');

test('the container file is well-formed, ends as a user without rights, and has a health check', () => {
  const text = read('Containerfile');
  expect(validate(text).filter(({ severity }) => severity === 1)).toEqual([]);
  for (const stage of text.split(/^FROM /m).slice(2))
    expect(/USER (\S+)\n(?![\s\S]*USER)/.exec(stage)?.[1]).toBe('10001:10001');
  expect(text).toContain('HEALTHCHECK');
});

test('the settings of the compose file are settings, and read without a mistake', () => {
  const compose = parse(withDefaults(read('compose.yaml')), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; depends_on?: object | string[] }>;
  };
  const names = Object.keys(compose.services);
  for (const { depends_on: wanted = [] } of Object.values(compose.services))
    for (const one of Array.isArray(wanted) ? wanted : Object.keys(wanted)) expect(names).toContain(one);
  for (const name of ['platen-1', 'platen-2', 'platen-3']) {
    const { environment = {} } = compose.services[name] ?? {};
    const config = loadConfig(environment);
    expect(config.warnings).toEqual([]);
    expect(config.blobs).toMatchObject({
      bucket: 'platen',
      endpoint: 'http://storage:9000/',
      pathStyle: true,
    });
  }
  for (const [, name] of read('haproxy.cfg').matchAll(/server \S+ (\S+):8080/g))
    expect(names).toContain(name);
});

test('what the chart and the unit set exists, and times fit together', () => {
  const known = new Set(CONFIG_VARIABLES.map(({ name }) => name));
  const chart = read('helm/platen/templates/deployment.yaml') + read('helm/platen/values.yaml');
  const unit = read('platen.service');
  for (const [name] of `${chart}\n${unit}`.matchAll(/\bPLATEN_[A-Z_]+\b/g)) expect(known).toContain(name);
  const shutdown = loadConfig({}).shutdownSeconds;
  const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(chart)?.[1]);
  const pause = Number(/PLATEN_DRAIN_SECONDS \| default "(\d+)"/.exec(chart)?.[1]);
  expect(grace).toBeGreaterThan(shutdown + pause);
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(shutdown);
  expect(() => parse(read('helm/platen/values.yaml'))).not.toThrow();
});

test('what alerts and the dashboard ask for is what /metrics has', () => {
  const metrics = readFileSync(join(DEPLOY, '../src/http/metrics.ts'), 'utf8');
  const asked = `${read('prometheus/alerts.yaml')}${read('grafana/platen.json')}${read('helm/platen/values.yaml')}`;
  const names = new Set(
    [...asked.matchAll(/\bplaten_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, '')),
  );
  expect(names.size).toBeGreaterThan(8);
  for (const name of names) expect(metrics).toContain(`'${name}'`);
  const { panels } = JSON.parse(read('grafana/platen.json')) as { panels: { id: number }[] };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
