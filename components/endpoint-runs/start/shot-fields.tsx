"use client";

import { useTranslations } from "next-intl";
import { AnalysesField } from "#components/endpoint-runs/start/analyses-field.tsx";
import type { Choices, Filled } from "#components/endpoint-runs/start/choices.ts";
import type { ErrorOf } from "#components/endpoint-runs/start/use-field-error.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { settingDefaults, shotCounts } from "#lib/endpoint-runs/setting-limits.ts";

type Props = { choices: Choices; filled: Filled; errorOf: ErrorOf };

/** Cases with their answers that the model is shown before each. */
export function ShotFields({ choices: { benchmark, pools }, filled, errorOf }: Props) {
  const t = useTranslations("endpointRuns.new.settings.shots");
  const from = filled.shotsFrom || benchmark.slug;
  const runs = pools.find(({ slug }) => slug === from)?.runs ?? [];
  return (
    <>
      <SelectField name="shots" label={t("count")} hint={t("countHint")} error={errorOf("shots")}>
        {shotCounts.map((count) => (
          <option key={count} value={count}>
            {t("shown", { count })}
          </option>
        ))}
      </SelectField>
      {filled.shots !== undefined && filled.shots !== "0" && (
        <>
          <SelectField name="shotsFrom" label={t("from")} hint={t("fromHint")} error={errorOf("shotsFrom")}>
            <option value="">{t("fromHere")}</option>
            {pools
              .filter(({ slug }) => slug !== benchmark.slug)
              .map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
          </SelectField>
          <SelectField key={from} name="shotsAnswer" label={t("answer")} error={errorOf("shotsAnswer")}>
            <option value="">{t("gold")}</option>
            <option value="written">{t("written")}</option>
            {runs.map(({ id, label }) => (
              <option key={id} value={id}>
                {t("ofRun", { run: label })}
              </option>
            ))}
          </SelectField>
          <TextField
            name="shotsSeed"
            label={t("seed")}
            inputMode="numeric"
            defaultValue={settingDefaults.shotsSeed}
            error={errorOf("shotsSeed")}
            autoComplete="off"
          />
          <CheckboxField name="areShotsPerCase" label={t("perCase")} />
          {filled.shotsAnswer === "written" && <AnalysesField errorOf={errorOf} />}
        </>
      )}
    </>
  );
}
