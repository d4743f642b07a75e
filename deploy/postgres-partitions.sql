-- Turns the ledger and the usage into tables of months, for installations that write hundreds of millions of rows (docs/scale.md says when).
-- Servers notice nothing: to them it is the same table. Once, with the servers stopped or in a quiet minute (it holds both tables,
-- and builds one index over the ledger: a minute for 50 million rows):
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f deploy/postgres-partitions.sql
--
-- What is there becomes the first part, up to the end of this month. After that, once a month or more often (cron, pg_cron):
--
--   select platen_make_months(3);                      -- this month and the next three; what came before its month was made is moved into it
--   select platen_drop_months('usage_hours', date '2026-01-01');   -- what is older, in a moment; detach and keep it where the books ask for it

lock table ledger, usage_hours in access exclusive mode;

/* Milliseconds since 1970 of the month's first moment, UTC: what the tables count in. */
create or replace function platen_month(month date) returns bigint language sql immutable as
  $$ select (extract(epoch from date_trunc('month', month::timestamp)) * 1000)::bigint $$;

create or replace function platen_make_months(ahead integer) returns void language plpgsql as $$
declare
  tab text; col text; part text; month date; low bigint; high bigint;
begin
  for tab, col in values ('ledger', 'at'), ('usage_hours', 'hour') loop
    execute format('lock table %I in share row exclusive mode', tab);
    for n in 0..ahead loop
      month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => n))::date;
      part := tab || to_char(month, '_YYYY_MM');
      low := platen_month(month);
      high := platen_month((month + interval '1 month')::date);
      -- The first part reaches to the end of the month that it was made in.
      continue when to_regclass(part) is not null
        or low < (select until from platen_partitioned where name = tab);
      execute format('create table %I (like %I including defaults including constraints)', part, tab);
      execute format('with moved as (delete from %I where %I >= %s and %I < %s returning *) insert into %I select * from moved',
        tab || '_rest', col, low, col, high, part);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', tab, part, low, high);
    end loop;
  end loop;
end $$;

create or replace function platen_drop_months(tab text, before date) returns integer language plpgsql as $$
declare
  part text; dropped integer := 0;
begin
  for part in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(tab) and relname ~ '_\d{4}_\d{2}$'
      and to_date(right(relname, 7), 'YYYY_MM') < date_trunc('month', before::timestamp)
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

create table platen_partitioned (name text primary key, until bigint not null);

do $$
declare
  tab text; col text; keys text; index record; until bigint; next_id bigint; old text;
begin
  until := platen_month(((now() at time zone 'UTC') + interval '1 month')::date);
  for tab, col, keys in values
    ('ledger', 'at', 'id, at'),
    ('usage_hours', 'hour', 'organization_id, hour, template_key, format, outcome')
  loop
    old := tab || '_before';
    execute format('alter table %I rename to %I', tab, old);
    if tab = 'ledger' then
      execute 'select coalesce(max(id), 0) + 1 from ledger_before' into next_id;
      alter table ledger_before alter column id drop identity;
    end if;
    execute format('create table %I (like %I including defaults including constraints) partition by range (%I)', tab, old, col);
    if tab = 'ledger' then
      execute format('alter table ledger alter column id add generated always as identity (start %s)', next_id);
    else
      alter table usage_hours add constraint usage_of_organization foreign key (organization_id) references organizations (id);
    end if;
    -- The key has to hold what the parts are made by; all other indexes are made of the whole as they were of the one.
    for index in
      select i.relname as name, pg_get_indexdef(i.oid) as definition, x.indisprimary as is_key
      from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = to_regclass(old)
    loop
      if index.is_key then
        execute format('alter table %I drop constraint %I', old, index.name);
        execute format('alter table %I add primary key (%s)', old, keys);
      else
        execute format('alter index %I rename to %I', index.name, index.name || '_before');
        execute regexp_replace(index.definition, ' ON [^ ]+ ', format(' ON %I ', tab));
      end if;
    end loop;
    execute format('alter table %I add primary key (%s)', tab, keys);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', tab, old, until);
    execute format('create table %I partition of %I default', tab || '_rest', tab);
    insert into platen_partitioned values (tab, until);
  end loop;
end $$;

select platen_make_months(3);
