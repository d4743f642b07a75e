/** What readers of one part share: where they are, what the part's ids lead to, and where to report. */
import type { Relationship } from '../ooxml/relationships.ts';
import type { XmlElement } from '../ooxml/xml.ts';
import type { Block } from './model.ts';
import type { PropertyContext, RunProperties } from './properties/run-properties.ts';

/** Charts that tags have made: the origin of each, by its part. */
export type OriginCharts = ReadonlyMap<string, number>;

export interface StoryContext extends PropertyContext {
  relationship(id: string | undefined): Relationship | undefined;
  /** The part's first relationship of a kind, for what no element names. */
  related(kind: string): Relationship | undefined;
  /** The same markup is the same object, so that layout can know it again by identity. */
  runProperties(element: XmlElement | undefined): RunProperties;
  /** Another part of the document, and what to read it with; undefined where it is missing or damaged. */
  open(part: string | undefined): { readonly root: XmlElement; readonly context: StoryContext } | undefined;
  /** VML's `v:shapetype` by reference, as the part has named them so far. */
  readonly shapeTypes: Map<string, XmlElement>;
  /** Where values say which tag they came from. */
  readonly charts?: OriginCharts | undefined;
  /** For text inside drawings. */
  readBlocks(parent: XmlElement): readonly Block[];
}
