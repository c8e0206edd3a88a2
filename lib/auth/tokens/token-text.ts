import "server-only";
import { newToken } from "#lib/auth/secrets/secrets.ts";

const form = /^bs_[\w-]{43}$/;

/** Its beginning lets a person, and a scanner of repositories, see what it is. */
export const newApiToken = (): string => `bs_${newToken()}`;

/**
 * What a program sends with `Authorization: Bearer`; null without that. Another scheme is some proxy's business
 * and not ours. What can't be a token is an empty text.
 */
export function readBearer(header: string | null): string | null {
  const [, sent] = /^bearer(?:\s+(\S.*))?$/i.exec(header?.trim() ?? "") ?? [null, null];
  if (sent === null) return null;
  const token = sent?.trim() ?? "";
  return form.test(token) ? token : "";
}
