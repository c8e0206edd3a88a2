"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { StepValues } from "#components/builder/builder-study.ts";
import type { StepTools } from "#components/builder/step-form.tsx";
import { FieldHint } from "#components/ui/fields/field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { isSameRun, listCandidates, runLabel, type BenchmarkRun } from "#lib/studies/run-names.ts";
import type { Frame } from "#lib/studies/schema.ts";

type Claims = StepValues["claims"];
type Props = StepTools<Claims> & { runs: readonly BenchmarkRun[]; frame: Frame };

const ways = ["unserved_cases", "name", "none"] as const;
type Way = (typeof ways)[number];

/** The run that the headline is going to speak of. */
export function ClaimsComparator({ value, set, errorOf, runs, frame }: Props) {
  const t = useTranslations("builderWords.claims.comparator");
  const name = useId();
  const { comparator } = value;
  const candidates = listCandidates(runs, { frame, claims: value });
  const way: Way = comparator?.by ?? "none";
  const choose = (next: Way) => {
    const [first] = candidates;
    if (next === "none") set({ comparator: null });
    else if (next === "unserved_cases") set({ comparator: { by: next } });
    else if (first) set({ comparator: { by: next, run: nameOf(first) } });
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("legend")}</legend>
      <p className="measure text-ink-muted">{t("why")}</p>
      <div className="grid gap-2">
        {ways.map((one) => (
          <div key={one}>
            <label className="target flex items-center gap-3">
              <input
                type="radio"
                name={name}
                checked={way === one}
                disabled={one === "name" && candidates.length === 0}
                aria-describedby={`${name}-${one}-hint`}
                onChange={() => choose(one)}
                className="size-5 shrink-0 accent-accent"
              />
              {t(`${one}.label`)}
            </label>
            <div className="ml-8">
              <FieldHint id={`${name}-${one}`}>
                {one === "name" && candidates.length === 0 ? t("noRuns") : t(`${one}.hint`)}
              </FieldHint>
            </div>
          </div>
        ))}
      </div>
      {comparator?.by === "name" && (
        <NamedRun
          run={comparator.run}
          candidates={candidates}
          onRun={(run) => set({ comparator: { by: "name", run } })}
          error={errorOf("comparator")}
        />
      )}
    </fieldset>
  );
}

const nameOf = ({ model, method, version }: BenchmarkRun) => ({ model, method, version });

type Run = Extract<NonNullable<Claims["comparator"]>, { by: "name" }>["run"];
type NamedProps = {
  run: Run;
  candidates: readonly BenchmarkRun[];
  onRun: (run: Run) => void;
  error: string | undefined;
};

function NamedRun({ run, candidates, onRun, error }: NamedProps) {
  const t = useTranslations("builderWords.claims.comparator");
  const at = candidates.findIndex((one) => isSameRun(one, run));
  return (
    <div className="max-w-xl">
      <SelectField
        label={t("run")}
        hint={t("runHint")}
        error={error ?? (at < 0 ? t("gone") : undefined)}
        value={at < 0 ? "gone" : String(at)}
        onChange={(event) => {
          const chosen = candidates[Number(event.target.value)];
          if (chosen) onRun(nameOf(chosen));
        }}
      >
        {at < 0 && (
          <option value="gone" disabled>
            {runLabel(run)}
          </option>
        )}
        {candidates.map((one, index) => (
          <option key={runLabel(one)} value={String(index)}>
            {runLabel(one)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
