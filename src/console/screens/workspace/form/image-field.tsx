/** A picture from a file, kept in the data as a data URI. */
import { ActionIcon, Button, FileButton, Group, Input, Text, Tooltip } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { isRecord } from '../../../../data-check/names.ts';
import { formatBytes } from '../../../components/format.ts';
import { setValue } from '../data/edit-text.ts';
import { FieldLabel } from './field-label.tsx';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { fieldId, useForm, useProblem } from './form-context.ts';
import { ScalarField } from './scalar-field.tsx';

const TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml';
/** Bytes. The whole request may have 20 MiB, and base64 makes a third more of it. */
const LARGEST = 8 * 1024 * 1024;

export const ImageField = (props: FieldProps) => {
  const { shape, place, value } = props;
  // An object carries its size beside its picture; only the picture is changed here.
  const [own, at] = isRecord(value) && 'data' in value ? [value['data'], [...place, 'data']] : [value, place];
  const isOwn = own === undefined || own === null || own === '' || isDataUri(own);
  if (!isOwn) return <ScalarField {...props} place={at} value={own} shape={{ ...shape, kind: 'text' }} />;
  return <Picture {...props} place={at} value={own} />;
};

const isDataUri = (value: unknown): value is string =>
  typeof value === 'string' && /^data:image\//i.test(value);

const Picture = ({ shape, place, value, label, isBare }: FieldProps) => {
  const { edit } = useForm();
  const problem = useProblem(place);
  const [refused, setRefused] = useState<string>();
  const title = label ?? shape.title;

  const take = (file: File | null): void => {
    if (file === null) return;
    const reason = refusalOf(file);
    setRefused(reason);
    if (reason !== undefined) return;
    readAsDataUri(file).then(
      (uri) => edit((data) => setValue(data, place, uri)),
      () => setRefused(`“${file.name}” could not be read.`),
    );
  };

  return (
    <Input.Wrapper
      {...(isBare !== true && { label: <FieldLabel shape={shape} label={title} /> })}
      labelElement="div"
      error={refused ?? problem}
    >
      <Group
        gap="sm"
        wrap="nowrap"
        className={classes['picture'] ?? ''}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          take(event.dataTransfer.files[0] ?? null);
        }}
      >
        {isDataUri(value) ? (
          <img className={classes['thumbnail']} src={value} alt={`${title}, as it is now`} />
        ) : (
          <div className={classes['thumbnail']}>
            <IconPhoto size={20} stroke={1.4} aria-hidden />
          </div>
        )}
        <div className={classes['grow']}>
          <FileButton onChange={take} accept={TYPES}>
            {(button) => (
              <Button
                {...button}
                id={fieldId(place)}
                variant="default"
                size="xs"
                // Begins with what is seen, so that a voice command finds it.
                aria-label={`${isDataUri(value) ? 'Replace…' : 'Choose a file…'} for ${title}`}
              >
                {isDataUri(value) ? 'Replace…' : 'Choose a file…'}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed" mt={4}>
            {isDataUri(value)
              ? `${kindOf(value)}, ${formatBytes(Math.round((value.length * 3) / 4))}`
              : 'or drop one here'}
          </Text>
        </div>
        {isDataUri(value) && (
          <Tooltip label="Remove the picture">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove the picture of ${title}`}
              onClick={() => edit((data) => setValue(data, place, ''))}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </Input.Wrapper>
  );
};

const refusalOf = ({ name, type, size }: File): string | undefined => {
  if (!TYPES.split(',').includes(type)) return `“${name}” is no PNG, JPEG, GIF, WebP or SVG picture.`;
  if (size <= LARGEST) return undefined;
  return `“${name}” has ${formatBytes(size)}; at most ${formatBytes(LARGEST)} fit into the data.`;
};

const kindOf = (uri: string): string => (/^data:image\/([a-z]+)/i.exec(uri)?.[1] ?? 'picture').toUpperCase();

const readAsDataUri = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
