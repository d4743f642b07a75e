/**
 * Lights on the pages: what is pointed at, with its tag and its field; the places of the field that is being edited; and what an
 * error is about. Drawn past React: a pointer moves more often than a screen of fields can be looked through.
 */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../../api/errors.ts';
import type { Mark, PageBox, PageMap } from './page-map.ts';
import type { PdfPages } from './pdf-pages.ts';
import { POINTING_MS, TYPING_MS, type WantedMap } from './use-page-map.ts';

interface Lights {
  readonly box: RefObject<HTMLElement | null>;
  readonly viewer: PdfPages | undefined;
  readonly wanted: WantedMap;
  readonly failure: unknown;
  readonly onJump: (path: string) => void;
}

const FIELD = 'field-';

export const useLights = ({ box, viewer, wanted, failure, onJump }: Lights): void => {
  const { map, want } = wanted;
  const wantMap = useEffectEvent(want);
  const jump = useEffectEvent(onJump);
  const details = failure instanceof ApiError ? failure.details : undefined;

  useEffect(() => {
    if (details !== undefined && details.length > 0) wantMap(0);
  }, [details]);

  useEffect(() => {
    const element = box.current;
    if (element === null || viewer === undefined) return;
    const errors: Mark[] =
      map === undefined || details === undefined
        ? []
        : details.flatMap((problem) => marksOf(map.placesOfProblem(problem), 'error', problem.message));
    let pointed: readonly Mark[] = [];
    let field: Element | null = null;
    let frame = 0;
    const show = (): void => viewer.mark([...errors, ...placesOf(focusedPath(), map), ...pointed]);

    const light = (path: string | undefined): void => {
      field?.removeAttribute('data-lit');
      field = path === undefined ? null : document.getElementById(`${FIELD}${path}`);
      field?.setAttribute('data-lit', '');
    };
    const point = (event: PointerEvent): void => {
      const place = viewer.at(event.clientX, event.clientY);
      const tag = place && map?.at(place);
      const name = tag === undefined ? '' : `${tag.tag}${tag.path === null ? '' : ` · ${tag.path}`}`;
      const isSame = pointed[0]?.label === (name || undefined) && pointed.length === (tag?.boxes.length ?? 0);
      if (isSame && (pointed.length > 0 || tag === undefined)) return;
      const here = tag?.boxes.find((one) => one.page === place?.page);
      pointed = (tag?.boxes ?? []).map((one) => ({ ...one, kind: 'pointed' }));
      if (here !== undefined)
        pointed = [{ ...here, kind: 'pointed', label: name }, ...pointed.filter((one) => !isOne(one, here))];
      light(tag?.path ?? undefined);
      show();
    };
    const onMove = (event: PointerEvent): void => {
      wantMap(POINTING_MS);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => point(event));
    };
    const onLeave = (): void => {
      cancelAnimationFrame(frame);
      pointed = [];
      light(undefined);
      show();
    };
    const onClick = (event: MouseEvent): void => {
      // Who selects text, or follows a link, goes nowhere else.
      if (getSelection()?.isCollapsed === false || (event.target as Element).closest('a') !== null) return;
      const place = viewer.at(event.clientX, event.clientY);
      const path = place && map?.at(place)?.path;
      if (path) jump(path);
    };
    const onFocus = (): void => {
      const path = focusedPath();
      if (path !== undefined) wantMap(TYPING_MS);
      const places = placesOf(path, map);
      show();
      const [first] = places;
      if (first !== undefined && !places.some((one) => viewer.shows(one))) viewer.reveal(first);
    };
    element.addEventListener('pointermove', onMove, { passive: true });
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('click', onClick);
    document.addEventListener('focusin', onFocus);
    if (focusedPath() !== undefined) wantMap(TYPING_MS);
    show();
    return () => {
      cancelAnimationFrame(frame);
      light(undefined);
      viewer.mark([]);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('click', onClick);
      document.removeEventListener('focusin', onFocus);
    };
  }, [box, viewer, map, details]);
};

const focusedPath = (): string | undefined => {
  const id = document.activeElement?.id ?? '';
  return id.startsWith(FIELD) ? id.slice(FIELD.length) : undefined;
};

const placesOf = (path: string | undefined, map: PageMap | undefined): readonly Mark[] =>
  path === undefined || map === undefined ? [] : marksOf(map.placesOf(path), 'field');

const marksOf = (boxes: readonly PageBox[], kind: Mark['kind'], label?: string): readonly Mark[] =>
  boxes.map((box, index) => ({ ...box, kind, ...(index === 0 && label !== undefined && { label }) }));

const isOne = (a: PageBox, b: PageBox): boolean => a.page === b.page && a.x === b.x && a.y === b.y;
