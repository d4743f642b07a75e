/**
 * The look: paper, ink and a pine green, with a serif for titles. Colours are Mantine scales, so that every component
 * follows; `neutral` greys are warm in light and dark, because documents sit on them.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const pine: MantineColorsTuple = [
  '#edf6f3',
  '#d9eae4',
  '#b3d5c9',
  '#8abfad',
  '#67ac95',
  '#4a9a81',
  '#2f7f69',
  '#1d6354',
  '#175446',
  '#0d4236',
];

/** Warm greys; Mantine draws its light scheme from `gray` and its dark one from `dark`. */
const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f4f2ee',
  '#e9e6e0',
  '#dcd8d0',
  '#c8c3ba',
  '#a8a299',
  '#6f6a62',
  '#57534c',
  '#3b3833',
  '#23211e',
];

const dark: MantineColorsTuple = [
  '#e6e4df',
  '#c9c6bf',
  '#a3a099',
  '#7a7770',
  '#45443f',
  '#34342f',
  '#282824',
  '#1e1f1c',
  '#191a18',
  '#131412',
];

/** Tints are mixed with what lies under them, and their text is dark on paper and pale on charcoal. */
const variantColors: VariantColorsResolver = (input) => {
  const given = defaultVariantColorsResolver(input);
  const name = input.color ?? input.theme.primaryColor;
  if ((input.variant !== 'light' && input.variant !== 'subtle') || input.theme.colors[name] === undefined)
    return given;
  const tint = (percent: number) =>
    `color-mix(in srgb, var(--mantine-color-${name}-6) ${percent}%, transparent)`;
  const text = name === 'gray' ? '7' : '9';
  return {
    ...given,
    background: input.variant === 'light' ? tint(13) : 'transparent',
    hover: tint(input.variant === 'light' ? 20 : 10),
    color: `light-dark(var(--mantine-color-${name}-${text}), var(--mantine-color-${name}-${name === 'gray' ? '4' : '3'}))`,
  };
};

/**
 * Dark, and not blurred: a blur of the whole window is drawn anew with every frame, and whatever turns or is typed in the dialog
 * draws sixty a second. That was a third of a core where no graphics card draws.
 */
const BEHIND_A_DIALOG = { backgroundOpacity: 0.35 } as const;

export const theme = createTheme({
  variantColorResolver: variantColors,
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  colors: { pine, gray, dark },
  black: '#23211e',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontFamily: '"Newsreader Variable", Georgia, "Times New Roman", serif',
    fontWeight: '500',
    sizes: {
      h1: { fontSize: '1.85rem', lineHeight: '1.2' },
      h2: { fontSize: '1.35rem', lineHeight: '1.3' },
      h3: { fontSize: '1.1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 550 } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: BEHIND_A_DIALOG,
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: {
      defaultProps: {
        overlayProps: BEHIND_A_DIALOG,
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Paper: { defaultProps: { radius: 'lg' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fdfcfa',
    '--mantine-color-dimmed': '#6a655d',
    '--mantine-color-error': '#b3261e',
    '--platen-canvas': '#f6f4ef',
    '--platen-line': '#e6e2da',
    '--platen-raised': '#ffffff',
    '--platen-mark': '#ffe3a3',
    '--mantine-color-placeholder': '#7c766d',
  },
  dark: {
    '--mantine-color-body': '#1c1d1a',
    '--mantine-color-dimmed': '#a8a59d',
    '--mantine-color-error': '#f28b82',
    '--platen-canvas': '#151614',
    '--platen-line': '#31312d',
    '--platen-raised': '#22231f',
    '--platen-mark': '#6b5213',
    '--mantine-color-placeholder': '#8b8880',
  },
});

/** The nonce that the server put into this answer: every style element that a library writes must carry it. */
export const cspNonce = (): string =>
  document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
