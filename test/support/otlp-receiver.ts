/** A collector for tests: takes OTLP over HTTP as JSON and as protobuf, and keeps the spans. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly service: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly status: number;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  close(): Promise<void>;
}

/** As opentelemetry-proto has it, as far as it is looked at. */
const traceRequest = protobuf
  .parse(
    `syntax = "proto3";
     message Request { repeated ResourceSpans resourceSpans = 1; }
     message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopeSpans = 2; }
     message Resource { repeated KeyValue attributes = 1; }
     message ScopeSpans { repeated Span spans = 2; }
     message Span { bytes traceId = 1; bytes spanId = 2; bytes parentSpanId = 4; string name = 5;
                    repeated KeyValue attributes = 9; Status status = 15; }
     message Status { string message = 2; int32 code = 3; }
     message KeyValue { string key = 1; Value value = 2; }
     message Value { oneof value { string stringValue = 1; bool boolValue = 2; int64 intValue = 3; double doubleValue = 4; } }`,
  )
  .root.lookupType('Request');

type Value = Record<'stringValue' | 'boolValue' | 'intValue' | 'doubleValue', string | number | boolean | undefined>;
interface KeyValue {
  readonly key: string;
  readonly value: Value;
}
interface RawRequest {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly KeyValue[] };
    readonly scopeSpans?: readonly {
      readonly spans?: readonly (Omit<ReceivedSpan, 'parentSpanId' | 'attributes' | 'status' | 'service'> & {
        readonly parentSpanId?: string;
        readonly attributes?: readonly KeyValue[];
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const requests: OtlpReceiver['requests'][number][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      const isJson = request.headers['content-type'] === 'application/json';
      spans.push(...spansOf(isJson ? (JSON.parse(body.toString()) as RawRequest) : decoded(body)));
      response.writeHead(200, { 'content-type': request.headers['content-type'] }).end(isJson ? '{}' : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function decoded(body: Buffer): RawRequest {
  const hex = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('hex') : value);
  const plain = traceRequest.toObject(traceRequest.decode(body), { longs: Number, bytes: Buffer });
  return JSON.parse(JSON.stringify(plain, (_key, value: unknown) => hex(fromJson(value)))) as RawRequest;
}

/** JSON.stringify has a Buffer say what it is made of before the replacer sees it. */
function fromJson(value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]) : value;
}

function spansOf({ resourceSpans = [] }: RawRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, attributes = [], status }) => ({
        traceId,
        spanId,
        parentSpanId,
        name,
        service: String(plainOf(resource?.attributes ?? [])['service.name']),
        attributes: plainOf(attributes),
        status: status?.code ?? 0,
      })),
    ),
  );
}

function plainOf(attributes: readonly KeyValue[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? '',
    ]),
  );
}
