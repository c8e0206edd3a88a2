import type { useTranslations } from "next-intl";
import { actionNames, type Origin } from "#lib/audit/schema.ts";
import type { Subject } from "#lib/audit/queries.ts";
import { jobKinds } from "#lib/jobs/schema.ts";

type Words = ReturnType<typeof useTranslations<"record">>;

export const actions = Object.entries(actionNames).flatMap(([group, names]) =>
  names.map((name) => `${group}.${name}` as const),
);

/** What was done, in words; an action that this version has no words for is named as it was recorded. */
export const formatAction = (t: Words, action: string, subject: Subject | null = null): string => {
  const key = `actions.${action}` as "actions.job.requested";
  const job = subject?.type === "job" ? t(`jobs.${subject.kind}`) : t("filter.types.job");
  return t.has(key) ? t(key, { job }) : action;
};

/** From where: the address of a page, a command, or what ran by itself. */
export const formatPlace = (
  t: Words,
  { place, origin }: { place: string | null; origin: Origin },
): string => {
  if (place === null) return t(`filter.origins.${origin}`);
  const kind = jobKinds.find((one) => one === place);
  return kind === undefined ? place : t(`jobs.${kind}`);
};
