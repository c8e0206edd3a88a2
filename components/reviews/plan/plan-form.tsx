"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useRevisions } from "#components/builder/use-save.ts";
import { ChecksFields } from "#components/reviews/plan/checks-fields.tsx";
import { CoverageFields } from "#components/reviews/plan/coverage-fields.tsx";
import { DecisionFields } from "#components/reviews/plan/decision-fields.tsx";
import { PlanSaveBar } from "#components/reviews/plan/plan-save-bar.tsx";
import { WorkFields } from "#components/reviews/plan/work-fields.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { saveReviewSettings } from "#lib/reviews/plan/actions.ts";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";

export type PlanFacts = {
  slug: string;
  revision: number;
  settings: ReviewSettings;
  /** Of the benchmark, those that can be chosen among. */
  tracks: readonly string[];
  isOfStudy: boolean;
  /** For what checks cost: how many decisions there will be, and by how many annotators. */
  items: number;
  annotators: number;
};

export type PlanFields = {
  value: ReviewSettings;
  set: (change: Partial<ReviewSettings>) => void;
  /** In words, what the last save found wrong at this path ("coverage.bands.1.from"). */
  errorOf: (path: string) => string | undefined;
};

/** All settings of a draft: kept whatever becomes of a save, never saved over somebody else's unasked. */
export function PlanForm({ slug, revision, settings, ...facts }: PlanFacts) {
  const t = useTranslations("reviews");
  const notify = useToast();
  const form = useRef<HTMLFormElement>(null);
  const saving = useRevisions(saveReviewSettings, { slug }, settings, revision);
  const { value, setValue, isSaving, outcome, save } = saving;
  useEffect(() => {
    if (outcome?.kind === "invalid") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [outcome]);
  const done = () => notify({ title: t("plan.saved") });
  const fields: PlanFields = {
    value,
    set: (change) => setValue((now) => ({ ...now, ...change })),
    errorOf: (path) => {
      const code = outcome?.kind === "invalid" ? outcome.fields[path] : undefined;
      if (code === undefined) return undefined;
      const key = `fieldErrors.${code}` as never;
      return t.has(key) ? t(key) : t("fieldErrors.unknown");
    },
  };
  return (
    <ScriptForm
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) save(done);
      }}
      className="grid gap-10 [&_:is(input,textarea,select,button)]:scroll-mt-20 [&_:is(input,textarea,select,button)]:scroll-mb-28"
    >
      <DecisionFields {...fields} />
      <WorkFields {...fields} {...facts} />
      <CoverageFields {...fields} {...facts} />
      <ChecksFields {...fields} />
      <PlanSaveBar {...saving} slug={slug} onReplace={(over) => save(done, over)} />
    </ScriptForm>
  );
}
