"use client";

import { useTranslations } from "next-intl";
import { PercentField, RequiredNumberField } from "#components/builder/number-field.tsx";
import { PowerSpread } from "#components/builder/power/spread.tsx";
import type { StepTools } from "#components/builder/step-form.tsx";
import { usualMean, usualShare } from "#lib/studies/opening/power-schema.ts";
import type { Design } from "#lib/studies/schema.ts";

const spreads = ["personSpread", "caseSpread"] as const;

type Tools = Pick<StepTools<Design["power"]>, "value" | "set" | "errorOf">;

export function AccuracyAssumptions({ value, set, errorOf }: Tools) {
  const t = useTranslations("builderPlan.power");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-xl font-semibold">{t("assumptions")}</legend>
      <p className="measure text-ink-muted">{t("assumptionsIntro")}</p>
      <div className="grid max-w-3xl items-end gap-4 sm:grid-cols-3">
        <PercentField
          label={t("accuracy")}
          hint={t("accuracyHint")}
          min={1}
          max={99}
          value={value.accuracy}
          onNumber={(accuracy) => set({ accuracy })}
          error={errorOf("accuracy")}
        />
        {spreads.map((spread) => (
          <RequiredNumberField
            key={spread}
            label={t(spread)}
            hint={t(`${spread}Hint`)}
            min={0}
            max={5}
            step="any"
            value={value[spread]}
            onNumber={(number) => set({ [spread]: number })}
            error={errorOf(spread)}
          />
        ))}
      </div>
      <PowerSpread value={value} />
    </fieldset>
  );
}

const meanFields = ["caseSd", "raterSd", "noiseSd", "alpha"] as const;

export function MeanAssumptions({ value, set, errorOf }: Tools) {
  const t = useTranslations("builderPlan.power.judged.assumed");
  const { mean = usualMean } = value;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-xl font-semibold">{t("mean")}</legend>
      <p className="measure text-ink-muted">{t("meanIntro")}</p>
      <div className="grid max-w-3xl items-end gap-4 sm:grid-cols-2">
        {meanFields.map((field) => (
          <RequiredNumberField
            key={field}
            label={t(`fields.${field}`)}
            hint={t(`hints.mean.${field}`)}
            min={0}
            max={field === "alpha" ? 1 : 100}
            step="any"
            value={mean[field]}
            onNumber={(number) => set({ mean: { ...mean, [field]: number } })}
            error={errorOf(`mean.${field}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}

const shareSpreads = ["caseSd", "raterSd"] as const;

export function ShareAssumptions({ value, set, errorOf }: Tools) {
  const t = useTranslations("builderPlan.power.judged.assumed");
  const { share = usualShare } = value;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-xl font-semibold">{t("share")}</legend>
      <p className="measure text-ink-muted">{t("shareIntro")}</p>
      <div className="grid max-w-3xl items-end gap-4 sm:grid-cols-2">
        <PercentField
          label={t("fields.share")}
          hint={t("hints.share")}
          min={1}
          max={99}
          value={share.share}
          onNumber={(number) => set({ share: { ...share, share: number } })}
          error={errorOf("share.share")}
        />
        {shareSpreads.map((field) => (
          <PercentField
            key={field}
            label={t(`fields.${field}`)}
            hint={t(`hints.of.${field}`)}
            min={0}
            max={50}
            value={share[field]}
            onNumber={(number) => set({ share: { ...share, [field]: number } })}
            error={errorOf(`share.${field}`)}
          />
        ))}
        <RequiredNumberField
          label={t("fields.alpha")}
          hint={t("hints.of.alpha")}
          min={0}
          max={1}
          step="any"
          value={share.alpha}
          onNumber={(alpha) => set({ share: { ...share, alpha } })}
          error={errorOf("share.alpha")}
        />
      </div>
    </fieldset>
  );
}
