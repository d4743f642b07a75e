/**
 * What a package may cost before it is refused. An upload is written by strangers: each number bounds one way in
 * which a small file can ask for much memory or time.
 */
export interface XmlLimits {
  /** Elements inside elements. Tree walkers may recurse, so this bounds their stack. */
  readonly xmlDepth: number;
  /** Attributes of one element. */
  readonly xmlAttributes: number;
  /** UTF-16 units of one element or attribute name. */
  readonly xmlNameLength: number;
  /** Elements, attributes, texts, comments and instructions of one part: up to 150 bytes of heap each. */
  readonly xmlNodes: number;
  /** Different names of elements and attributes in one part. */
  readonly xmlNames: number;
  /** Different sets of namespace declarations in one part. */
  readonly xmlNamespaces: number;
}

export interface PackageLimits extends XmlLimits {
  /** Bytes of the file as uploaded. */
  readonly fileBytes: number;
  /** Entries in the zip, directories included. */
  readonly entries: number;
  /** Bytes of one entry's name. */
  readonly nameLength: number;
  /** Bytes of all the entries together, inflated. */
  readonly unpackedBytes: number;
  /** Inflated size over deflated size of one entry; looked at above `ratioFloorBytes` only. */
  readonly ratio: number;
  /** An entry that inflates to less than this may have any ratio: a page of blank table rows packs 300:1. */
  readonly ratioFloorBytes: number;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_PACKAGE_LIMITS: PackageLimits = {
  fileBytes: 20 * MEBIBYTE,
  entries: 10_000,
  nameLength: 512,
  unpackedBytes: 200 * MEBIBYTE,
  // Deflate reaches 1,032:1 at most. 200,000 equal paragraphs pack about 250:1, a bomb of one byte about 1,000:1.
  ratio: 500,
  ratioFloorBytes: 16 * MEBIBYTE,
  // The deepest of 600 real documents has 45 levels; Word gives up reading at 256.
  xmlDepth: 512,
  // Real: 37, the namespaces that Word declares at the top.
  xmlAttributes: 256,
  xmlNameLength: 256,
  // Real: 300,000 for 870 pages.
  xmlNodes: 3_000_000,
  // Real: 440 and 7.
  xmlNames: 20_000,
  xmlNamespaces: 1_000,
};

/** What was rendered may be larger than what may be uploaded; how large is for the render's budget to say. */
export const RENDERED: XmlLimits = { ...DEFAULT_PACKAGE_LIMITS, xmlNodes: Number.MAX_SAFE_INTEGER };
