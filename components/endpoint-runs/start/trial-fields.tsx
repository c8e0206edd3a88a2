"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Choices } from "#components/endpoint-runs/start/choices.ts";
import { TrackChoice } from "#components/endpoint-runs/start/scope-fields.tsx";
import type { ErrorOf } from "#components/endpoint-runs/start/use-field-error.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { trialDefaults } from "#lib/endpoint-runs/setting-limits.ts";

type Props = Pick<Choices, "benchmark" | "tracks"> & { errorOf: ErrorOf };

/** On how many cases a prompt is tried, and from where they are drawn. */
export function TrialFields({ benchmark, tracks, errorOf }: Props) {
  const t = useTranslations("endpointRuns.new.trial");
  const [isOfSome, setOfSome] = useState(false);
  const error = errorOf("over");
  return (
    <fieldset
      tabIndex={-1}
      aria-describedby={error ? "tracks-error" : undefined}
      data-refused={error ? true : undefined}
      className="grid gap-4"
    >
      <legend className="mb-2 text-lg font-semibold">{t("cases")}</legend>
      <input type="hidden" name="benchmark" value={benchmark.slug} />
      <p className="measure">{t("about")}</p>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          name="trialCases"
          label={t("count")}
          inputMode="numeric"
          defaultValue={trialDefaults.trialCases}
          error={errorOf("trialCases")}
          autoComplete="off"
        />
        <TextField
          name="trialSeed"
          label={t("seed")}
          hint={t("seedHint")}
          inputMode="numeric"
          defaultValue={trialDefaults.trialSeed}
          error={errorOf("trialSeed")}
          autoComplete="off"
        />
      </div>
      {tracks.length > 1 && (
        <>
          <input type="hidden" name="over" value={isOfSome ? "tracks" : "all"} />
          <CheckboxField
            label={t("someTracks")}
            checked={isOfSome}
            onChange={({ target }) => setOfSome(target.checked)}
          />
          {isOfSome && <TrackChoice tracks={tracks} />}
          {error && <FieldError id="tracks">{error}</FieldError>}
        </>
      )}
    </fieldset>
  );
}
