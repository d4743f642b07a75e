import type { XmlElement } from '../../ooxml/xml.ts';
import type { StoryContext } from '../story-context.ts';

/** What readers of one chart share. */
export interface ChartReading {
  readonly context: StoryContext;
  /** What a missing flag means: on, but for Word 2007. */
  readonly missing: boolean;
  /** Something that would be drawn otherwise. */
  readonly unknown: (element: XmlElement) => void;
}
