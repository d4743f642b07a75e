/** Fields for a locale, a time zone and a currency: found by their names, and only what exists can be chosen. */
import { Autocomplete, type ComboboxProps, Select, Text } from '@mantine/core';
import { currencies, isLocale, LOCALES, localeName, timeZones } from './regions.ts';

interface Shared {
  readonly label: string;
  readonly placeholder: string;
  readonly comboboxProps?: ComboboxProps;
}

interface LocaleProps extends Shared {
  /** What is typed, whether it is a locale yet or not. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** One of the list was chosen, or the field was left. */
  readonly onDone?: (typed: string) => void;
}

export const LocaleInput = ({ value, onChange, onDone, ...shared }: LocaleProps) => (
  <Autocomplete
    {...shared}
    data={LOCALES}
    limit={50}
    clearable
    value={value}
    error={value.trim() === '' || isLocale(value) ? undefined : 'Not a locale yet. Such as de-AT or fr.'}
    renderOption={({ option }) => (
      <div>
        <Text size="sm">{localeName(option.value)}</Text>
        <Text size="xs" c="dimmed">
          {option.value}
        </Text>
      </div>
    )}
    filter={({ options, search }) =>
      options.filter((option) => 'value' in option && isFound(option.value, search))
    }
    onChange={onChange}
    onOptionSubmit={(chosen) => onDone?.(chosen)}
    onBlur={() => onDone?.(value)}
  />
);

const isFound = (tag: string, search: string): boolean => {
  const text = `${tag} ${localeName(tag)}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

interface ChoiceProps extends Shared {
  readonly value: string | null;
  readonly onChange: (chosen: string | null) => void;
}

const CHOICE = { searchable: true, clearable: true, limit: 80 } as const;

export const TimeZoneInput = (props: ChoiceProps) => (
  <Select {...CHOICE} {...props} data={timeZones()} nothingFoundMessage="No such time zone" />
);

export const CurrencyInput = (props: ChoiceProps) => (
  <Select {...CHOICE} {...props} data={currencies()} nothingFoundMessage="No such currency" />
);
