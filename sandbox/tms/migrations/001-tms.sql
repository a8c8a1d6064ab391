-- The carrier's TMS: shipments with their charges, documents, history, notes and corrections.

create table sandbox.tms_shipments (
  pro text primary key check (pro ~ '^[0-9]{10}$'),
  bol text not null,
  po text not null,
  status text not null,
  bill_status text not null,
  terms text not null,
  shipper jsonb not null,
  consignee jsonb not null,
  pieces integer not null,
  handling_units integer not null,
  packaging text not null,
  weight_lb integer not null,
  freight_class text not null,
  nmfc text not null,
  description text not null,
  ship_date text not null,
  delivery_date text,
  balance_cents bigint not null
);
create index on sandbox.tms_shipments (bol text_pattern_ops);
create index on sandbox.tms_shipments (pro text_pattern_ops);

create table sandbox.tms_charges (
  pro text not null references sandbox.tms_shipments,
  line integer not null,
  code text not null,
  description text not null,
  basis text not null,
  cents bigint not null,
  primary key (pro, line)
);

create table sandbox.tms_documents (
  id integer primary key,
  pro text not null references sandbox.tms_shipments,
  type text not null,
  number text not null,
  dated text not null,
  pages integer not null,
  form text not null,
  receipt jsonb
);
create index on sandbox.tms_documents (pro);

create table sandbox.tms_history (
  id bigint generated always as identity primary key,
  pro text not null references sandbox.tms_shipments,
  at timestamptz not null,
  event text not null,
  entered_by text not null
);
create index on sandbox.tms_history (pro);

create table sandbox.tms_notes (
  id bigint generated always as identity primary key,
  pro text not null references sandbox.tms_shipments,
  at timestamptz not null,
  author text not null,
  text text not null
);
create index on sandbox.tms_notes (pro);

create table sandbox.tms_corrections (
  number text primary key,
  pro text not null references sandbox.tms_shipments,
  code text not null,
  reason text not null,
  net_change_cents bigint not null,
  entered_by text not null,
  entered_at timestamptz not null
);
create index on sandbox.tms_corrections (pro);
