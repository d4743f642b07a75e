/** One operation: what it does, in the words of docs/api.md; what it takes and answers; and the call, to copy. */
import { Badge, Code, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { Copy } from '../../../components/copy.tsx';
import { Ticks } from '../../../components/ticks.tsx';
import { type Language, snippetOf } from '../../../snippets/snippets.ts';
import { DocsText } from '../docs-text.tsx';
import type { DocsSection } from '../page.ts';
import { exampleCall } from './example-call.ts';
import { type Field, fieldsOf, typeOf } from './fields.ts';
import { bodySchemaOf, goodAnswer, type OpenApi, type Operation } from './openapi.ts';
import classes from './reference.module.css';

interface Props {
  readonly operation: Operation;
  readonly schemas: OpenApi['components']['schemas'];
  readonly prose: DocsSection | undefined;
  readonly language: Language;
}

export const OperationView = ({ operation, schemas, prose, language }: Props) => {
  const { operationId, method, path, summary, alsoBy, parameters = [] } = operation;
  const call = useMemo(() => exampleCall(operation, schemas, window.location.origin), [operation, schemas]);
  const body = bodySchemaOf(operation);
  const { status, answer } = goodAnswer(operation);
  const answered = answer.content?.['application/json']?.schema;
  const snippet = snippetOf(language, call);
  return (
    <section className={classes['operation']} aria-labelledby={operationId}>
      <h3 id={operationId}>
        <span className={classes['method']} data-method={method}>
          {method}
        </span>{' '}
        <code>{path}</code>
      </h3>
      <p>
        <Ticks text={`${summary ?? ''}.`} />{' '}
        {alsoBy.length > 0 && `The same as ${alsoBy.join(' and ')}, for programs that have no other. `}
        <Access operation={operation} />
      </p>
      {prose !== undefined && (
        <details className={classes['more']}>
          <summary>How it works</summary>
          <DocsText html={prose.html.replace(/^<h\d[^>]*>.*?<\/h\d>/s, '')} />
        </details>
      )}
      <Fields
        title="In the address and the headers"
        fields={parameters.map(({ name, schema, required, description }) => ({
          name,
          type: typeOf(schema, schemas),
          isRequired: required === true,
          description: description ?? schema.description ?? '',
          byDefault: undefined,
        }))}
      />
      {body !== undefined && (
        <Fields
          title={body.type === 'json' ? 'In the body, JSON' : 'In the body, a form (multipart/form-data)'}
          fields={fieldsOf(body.schema, schemas)}
        />
      )}
      <p className={classes['answer']}>
        <Badge variant="light">{status}</Badge> <Ticks text={answer.description} />
      </p>
      {answered !== undefined && (
        <Fields title="In the answer, JSON" fields={fieldsOf(answered.items ?? answered, schemas)} isFolded />
      )}
      <Refusals operation={operation} />
      <div className={classes['example']}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
        <pre tabIndex={0}>{snippet}</pre>
        <Copy value={snippet} what={`the code of ${method} ${path}`} />
      </div>
    </section>
  );
};

/** Who may: the scope of a key, or people alone. */
const Access = ({ operation: { security } }: Pick<Props, 'operation'>) => {
  if (security === undefined) return null;
  const scope = security.find((one) => 'apiKey' in one)?.['apiKey']?.[0];
  if (scope !== undefined)
    return (
      <>
        Needs the scope <Code>{scope}</Code>.
      </>
    );
  if (security.length === 0) return 'Needs no key.';
  return security.some((one) => 'apiKey' in one) ? null : 'For people who are signed in; no key may.';
};

const Refusals = ({ operation: { responses } }: Pick<Props, 'operation'>) => {
  const refusals = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  return (
    <details className={classes['more']}>
      <summary>When it is refused: {refusals.map(([status]) => status).join(', ')}</summary>
      <ul>
        {refusals.map(([status, { description }]) => (
          <li key={status}>
            <Code>{status}</Code> <Ticks text={description} />
          </li>
        ))}
      </ul>
      <Text size="sm">
        Every refusal has a <Code>code</Code>: they are in <Link href="/docs/errors">Errors</Link>.
      </Text>
    </details>
  );
};

const Fields = ({
  title,
  fields,
  isFolded = false,
}: {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly isFolded?: boolean;
}) => {
  if (fields.length === 0) return null;
  const list = (
    <dl className={classes['fields']}>
      {fields.map(({ name, type, isRequired, description, byDefault }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            <span>
              {type}
              {isRequired ? ', required' : ''}
              {byDefault === undefined ? '' : `, ${byDefault} where omitted`}
            </span>
          </dt>
          <dd>
            <Ticks text={description} />
          </dd>
        </div>
      ))}
    </dl>
  );
  return isFolded ? (
    <details className={classes['more']}>
      <summary>{title}</summary>
      {list}
    </details>
  ) : (
    <>
      <p className={classes['label']}>{title}</p>
      {list}
    </>
  );
};
