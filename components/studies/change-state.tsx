"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyStudy } from "#components/studies/study-actions.tsx";
import { PlainAction, TypedAction } from "#components/studies/action-dialogs.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { archive, close, pause, reopen } from "#lib/studies/actions.ts";
import { isRunning, type StudyState } from "#lib/studies/states.ts";

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
export function ChangeState({ study, state, count }: Props) {
  const t = useTranslations("studies.change");
  return (
    <div className="flex flex-wrap gap-3">
      {steps[state].map((step) => (
        <PlainAction
          key={step}
          action={plain[step]}
          fields={{ slug: study.slug }}
          words={wordsOf(t, step)}
          means={t(`${step}.means`, { count })}
        />
      ))}
      {isRunning(state) ? <More study={study} count={count} /> : <CopyStudy {...study} />}
    </div>
  );
}

/** What is done seldom, or once. */
function More({ study, count }: Omit<Props, "state">) {
  const t = useTranslations("studies.change");
  const copy = useTranslations("studies.copy");
  const [chosen, choose] = useState<"copy" | "close" | null>(null);
  const shown = (one: "copy" | "close") => ({
    open: chosen === one,
    onOpenChange: (open: boolean) => choose(open ? one : null),
  });
  return (
    <>
      <Menu
        label={t("more")}
        items={[
          { key: "copy", label: copy("open"), onSelect: () => choose("copy") },
          { key: "close", label: t("close.open"), isDanger: true, onSelect: () => choose("close") },
        ]}
      />
      <CopyStudy {...study} shown={shown("copy")} />
      <TypedAction
        action={close}
        {...study}
        shown={shown("close")}
        words={{
          ...wordsOf(t, "close"),
          means: t("close.means", { count }),
          typeName: t("close.typeName", { title: study.title }),
        }}
      />
    </>
  );
}

type Words = ReturnType<typeof useTranslations<"studies.change">>;

const wordsOf = (t: Words, step: keyof typeof plain | "close") => ({
  open: t(`${step}.open`),
  title: t(`${step}.title`),
  submit: t(`${step}.submit`),
  busy: t(`${step}.busy`),
  done: t(`${step}.done`),
});
