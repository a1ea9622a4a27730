import type { ProofDigest } from '@attain/domain/proofs/digest';
import { ed25519Verifies } from '../base/crypto.ts';
import { sha256, sha256Hex } from './canonical.ts';

/** The hashes and signatures of Node, for the proofs of the domain. */
export const nodeDigest: ProofDigest = { sha256, sha256Hex, ed25519Verifies };
