/** settingsText :: settings of the first document → those of the bundle: endnotes stand at the end of each record */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { XmlEdits } from '../../ooxml/xml-edits.ts';
import { closeTag, openTag } from '../../ooxml/xml-markup.ts';

/** Children of `w:settings` that may follow `w:endnotePr` (§17.15.1.78). */
const BEHIND = (
  'w:compat w:docVars w:rsids m:mathPr w:attachedSchema w:themeFontLang w:clrSchemeMapping w:doNotIncludeSubdocsInStats ' +
  'w:doNotAutoCompressPictures w:forceUpgrade w:captions w:readModeInkLockDown w:smartTagType sl:schemaLibrary ' +
  'w:shapeDefaults w:doNotEmbedSmartTags w:decimalSymbol w:listSeparator'
).split(' ');

const POSITION = '<w:pos w:val="sectEnd"/>';

export const settingsText = (source: string, root: XmlElement, hasEndnotes: boolean): string => {
  if (!hasEndnotes) return source;
  const edits = new XmlEdits(source);
  const given = childOf(root, 'w:endnotePr');
  if (given === undefined) {
    const behind = elementsOf(root).find(({ name }) => BEHIND.includes(name) || !name.startsWith('w:'));
    edits.insert(behind?.start ?? root.closeStart, `<w:endnotePr>${POSITION}</w:endnotePr>`);
  } else {
    const rest = elementsOf(given).filter(({ name }) => name !== 'w:pos');
    const inside = rest.map(({ start, end }) => source.slice(start, end)).join('');
    edits.replace(
      given.start,
      given.end,
      openTag(source, given) + POSITION + inside + closeTag(source, given),
    );
  }
  return edits.text(0, source.length);
};
