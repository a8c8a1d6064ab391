/** Whether the standard variables of OpenTelemetry ask for traces, and what is wrong with them. */
const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;
const protocols = ['http/protobuf', 'http/json'] as const;

/** An endpoint or an exporter turns traces on; OTEL_TRACES_EXPORTER=none and OTEL_SDK_DISABLED=true turn them off. */
export function tracingWanted(env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'] ?? '';
  if (exporter === 'none') return false;
  return exporter !== '' || endpoints.some((name) => (env[name] ?? '') !== '');
}

type OtlpProtocol = (typeof protocols)[number];

export function otlpProtocol(env: NodeJS.ProcessEnv): OtlpProtocol {
  return protocols.find((protocol) => protocol === namedProtocol(env)) ?? 'http/protobuf';
}

const namedProtocol = (env: NodeJS.ProcessEnv): string | undefined =>
  env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || undefined;

/** Sentences about what cannot be done; nothing is said while traces are off. */
export function tracingFindings(env: NodeJS.ProcessEnv): string[] {
  if (!tracingWanted(env)) return [];
  const findings: string[] = [];
  const exporter = env['OTEL_TRACES_EXPORTER'] ?? '';
  if (exporter !== '' && exporter !== 'otlp') findings.push('OTEL_TRACES_EXPORTER must be otlp or none');
  const protocol = namedProtocol(env);
  if (protocol !== undefined && !(protocols as readonly string[]).includes(protocol))
    findings.push(`OTEL_EXPORTER_OTLP_PROTOCOL must be ${protocols.join(' or ')}`);
  for (const name of endpoints) {
    const value = env[name] ?? '';
    if (value !== '' && !(URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)))
      findings.push(`${name} must be a URL that starts with http:// or https://`);
  }
  return findings;
}

/** What a span says beside its name; never what somebody entered, and no address with a path. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;
