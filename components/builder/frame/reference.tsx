"use client";

import { useTranslations } from "next-intl";
import type { BenchmarkChoice, Eligible } from "#components/builder/frame/eligible.ts";
import { Threshold } from "#components/builder/frame/threshold.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { isSameRun, runLabel } from "#lib/studies/run-names.ts";
import type { Frame } from "#lib/studies/schema.ts";

/** What is suggested until somebody says otherwise. */
const confident = 0.9;

type Reference = Frame["reference"];
type Props = {
  runs: BenchmarkChoice["runs"];
  frame: Frame;
  eligible: Eligible | null;
  /** The one before, while the next is being counted. */
  last: Eligible | null;
  onReference: (reference: Reference) => void;
  errorOf: (path: string) => string | undefined;
};

/** The paper's rule: cases that one run got wrong and was sure of. */
export function FrameReference({
  runs,
  frame: { reference, tracks },
  eligible,
  last,
  onReference,
  errorOf,
}: Props) {
  const t = useTranslations("builder.frameStep.reference");
  const chosen = reference ? runs.findIndex((run) => isSameRun(run, reference)) : -1;
  const isGone = reference !== null && chosen < 0;
  return (
    <section aria-labelledby="rule" className="grid gap-4">
      <h2 id="rule" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <SelectField
        label={t("run")}
        hint={runs.length === 0 ? t("noRuns") : t("runHint")}
        error={errorOf("frame.reference.model") ?? (isGone ? t("gone") : undefined)}
        value={isGone ? "gone" : chosen < 0 ? "" : String(chosen)}
        onChange={(event) => {
          const run = runs[Number(event.target.value)];
          const isRun = event.target.value !== "" && run;
          onReference(isRun ? { ...run, threshold: reference?.threshold ?? confident } : null);
        }}
      >
        <option value="">{t("none")}</option>
        {isGone && reference && (
          <option value="gone" disabled>
            {runLabel(reference)}
          </option>
        )}
        {runs.map((run, index) => (
          <option key={runLabel(run)} value={String(index)}>
            {runLabel(run)}
          </option>
        ))}
      </SelectField>
      {reference && !isGone && (
        <Threshold
          reference={reference}
          tracks={tracks}
          eligible={eligible}
          last={last}
          onThreshold={(threshold) => onReference({ ...reference, threshold })}
          error={errorOf("frame.reference.threshold")}
        />
      )}
    </section>
  );
}
