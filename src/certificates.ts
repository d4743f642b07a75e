/** certificateTrouble :: error → what is wrong with the certificate of whoever was asked, and the way out; undefined where nothing is */

const WAYS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Its certificate has expired: renew it there.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet: look at the clocks of both machines.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host: use the name that stands in it.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Nobody vouches for its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'Nobody known here vouches for its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Nobody known here vouches for its certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Nobody known here vouches for its certificate',
};

const TRUST = ': NODE_EXTRA_CA_CERTS names a file with the certificate of whoever does.';

export const certificateTrouble = (error: unknown): string | undefined => {
  // Libraries wrap what they were told.
  for (let one = error; one instanceof Error; one = one.cause) {
    const way = 'code' in one && typeof one.code === 'string' ? WAYS[one.code] : undefined;
    if (way !== undefined) return way.endsWith('.') ? way : `${way}${TRUST}`;
  }
  return undefined;
};
