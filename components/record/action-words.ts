import type { useTranslations } from "next-intl";
import { actionNames } from "#lib/audit/schema.ts";

type Words = ReturnType<typeof useTranslations<"record">>;

export const actions = Object.entries(actionNames).flatMap(([group, names]) =>
  names.map((name) => `${group}.${name}` as const),
);

/** What was done, in words; a action that this version has no words for is named as it was recorded. */
export const describeAction = (t: Words, action: string): string => {
  const key = `actions.${action}` as Parameters<Words>[0];
  return t.has(key) ? t(key) : action;
};
