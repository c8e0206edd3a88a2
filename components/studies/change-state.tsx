"use client";

import { useTranslations } from "next-intl";
import { CopyStudy } from "#components/studies/copy-study.tsx";
import { PlainAction } from "#components/studies/plain-action.tsx";
import { TypedAction } from "#components/studies/typed-action.tsx";
import { archive, close, pause, reopen } from "#lib/studies/actions.ts";
import type { StudyState } from "#lib/studies/schema.ts";

const plain = { pause, reopen, archive } as const;
const steps = {
  draft: [],
  open: ["pause"],
  paused: ["reopen"],
  closed: ["archive"],
  archived: [],
} as const satisfies Record<StudyState, readonly (keyof typeof plain)[]>;

type Props = {
  study: { slug: string; title: string };
  state: StudyState;
  /** How many people are in the middle of a sitting. */
  count: number;
};

/** Where a study can go from here, each with what it means for those in the middle of a sitting. */
export function ChangeState({ study: { slug, title }, state, count }: Props) {
  const t = useTranslations("studies.change");
  const wordsOf = (step: keyof typeof plain | "close") => ({
    open: t(`${step}.open`),
    title: t(`${step}.title`),
    submit: t(`${step}.submit`),
    busy: t(`${step}.busy`),
    done: t(`${step}.done`),
  });
  return (
    <div className="flex flex-wrap gap-3">
      {steps[state].map((step) => (
        <PlainAction
          key={step}
          action={plain[step]}
          fields={{ slug }}
          words={wordsOf(step)}
          means={t(`${step}.means`, { count })}
        />
      ))}
      {(state === "open" || state === "paused") && (
        <TypedAction
          action={close}
          {...{ slug, title }}
          words={{
            ...wordsOf("close"),
            means: t("close.means", { count }),
            typeName: t("close.typeName", { title }),
          }}
        />
      )}
      <CopyStudy {...{ slug, title }} />
    </div>
  );
}
