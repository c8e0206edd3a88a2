import { env } from "#lib/env.ts";

/** Of one file, in bytes. */
export const uploadLimit = (): number => env.uploadLimitMb * 1024 * 1024;

/** Of all files that wait to be imported: those of one person, and everybody's. */
export const waitingLimits = (limit = uploadLimit()) => ({ person: limit * 8, all: limit * 16 });
