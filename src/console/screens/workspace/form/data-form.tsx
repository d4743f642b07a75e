/** The data as a form, for people who do not write JSON. */
import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { type Place, writePath } from '../../../../data-check/paths.ts';
import { withoutTicks } from '../../../components/ticks.tsx';
import type { DataProblem } from '../data/check-text.ts';
import { isTooDeep } from '../data/depth.ts';
import type { TextStore } from '../data/text-store.ts';
import { insideOf } from '../shape/search-fields.ts';
import type { Shape } from '../shape/shape.ts';
import { Field } from './field.tsx';
import classes from './form.module.css';
import { type FormActions, FormContext, fieldId } from './form-context.ts';

interface Props {
  readonly store: TextStore;
  readonly shape: Shape;
  readonly problems: readonly DataProblem[];
  readonly onOpenJson: (place: Place) => void;
  readonly revealed: Revealed | undefined;
}

export interface Revealed {
  readonly place: Place;
  /** Grows, so that the same place can be asked for twice. */
  readonly turn: number;
}

type Read = { readonly data: unknown } | { readonly broken: true };

const read = (text: string): Read => {
  if (text.trim() === '') return { data: {} };
  if (isTooDeep(text)) return { broken: true };
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? { data } : { broken: true };
  } catch {
    return { broken: true };
  }
};

export const DataForm = ({ store, shape, problems, onOpenJson, revealed }: Props) => {
  const [state, setState] = useState<Read>(() => read(store.text));
  useEffect(() => {
    setState(read(store.text));
    return store.subscribe(() => setState(read(store.text)));
  }, [store]);

  const actions = useMemo<FormActions>(
    () => ({
      edit: (change, typing) => store.edit(change(store.text), typing),
      Field,
      openJson: onOpenJson,
      revealed: revealed?.place,
      problems: new Map(
        problems
          .filter(({ kind }) => kind === 'mistyped' || kind === 'rendering')
          .map(({ place, message }) => [
            writePath(place),
            withoutTicks(message.replace(/^./, (letter) => letter.toUpperCase())),
          ]),
      ),
    }),
    [store, problems, onOpenJson, revealed],
  );

  useEffect(() => {
    if (revealed === undefined) return;
    return whenThere(revealed.place, (field) => {
      field.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
    });
  }, [revealed]);

  if ('broken' in state) return <Broken problem={problems[0]} onOpen={() => onOpenJson([])} />;
  const unused = problems.filter(({ kind }) => kind === 'unused').length;
  return (
    <FormContext value={actions}>
      <form
        className={classes['form']}
        aria-label="Data as a form"
        onSubmit={(event) => event.preventDefault()}
        noValidate
      >
        {insideOf(shape).length === 0 ? (
          <Text c="dimmed">This template has no fields: every document made of it is the same.</Text>
        ) : (
          <Field shape={shape} place={[]} value={state.data} />
        )}
        {unused > 0 && (
          <Text size="xs" c="dimmed" mt="md">
            The data also has {unused === 1 ? 'a name' : `${unused} names`} that the template does not use.
            They stay as they are.
          </Text>
        )}
      </form>
    </FormContext>
  );
};

/** Lists on the way open one after the other, each with its own turn of rendering. */
const TRIES = 20;

const whenThere = (place: Place, act: (field: HTMLElement) => void): (() => void) => {
  let tries = 0;
  let frame = requestAnimationFrame(function look() {
    const field = document.getElementById(fieldId(place));
    if (field !== null) act(field);
    else if (tries++ < TRIES) frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
};

const Broken = ({
  problem,
  onOpen,
}: {
  readonly problem: DataProblem | undefined;
  readonly onOpen: () => void;
}) => (
  <div className={classes['form']}>
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title="The JSON has an error"
    >
      <Text size="sm" mb="sm">
        {problem?.message ?? 'It can be shown as a form once it is an object in braces.'} The form comes back
        when it is fixed.
      </Text>
      <Button size="xs" variant="default" onClick={onOpen}>
        Fix it in the JSON
      </Button>
    </Alert>
  </div>
);
