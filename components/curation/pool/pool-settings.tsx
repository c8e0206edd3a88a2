"use client";

import { useTranslations } from "next-intl";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { amongWhom, oddities, ways } from "#lib/benchmarks/lineage/pool-schema.ts";

const texts = ["track", "language", "fewestTokens", "before", "distractors", "seed"] as const;
/** As they are typed. */
export type Settings = Record<(typeof texts)[number] | "way" | "among" | (typeof oddities)[number], string>;

type Props = { settings: Settings; showErrors: boolean; onChange: (part: Partial<Settings>) => void };

/** How cases are made: once for all files. */
export function PoolSettings({ settings, showErrors, onChange }: Props) {
  const t = useTranslations("pools.settings");
  const wired = <Name extends keyof Settings>(name: Name) => ({
    value: settings[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const number = (name: keyof Settings, most: number, least = 0) => ({
    ...wired(name),
    type: "number",
    min: least,
    max: most,
    autoComplete: "off",
  });
  const isDrawn = settings.way !== "work";
  return (
    <div className="grid gap-6">
      <fieldset className="grid items-end gap-4 sm:grid-cols-2">
        <legend className="mb-3 text-lg font-semibold">{t("cases")}</legend>
        <TextField
          label={t("track")}
          error={showErrors && settings.track.trim() === "" && t("trackMissing")}
          {...wired("track")}
          maxLength={60}
          autoComplete="off"
        />
        <TextField label={t("language")} hint={t("languageHint")} {...wired("language")} maxLength={20} />
        <TextField label={t("fewestTokens")} hint={t("fewestTokensHint")} {...number("fewestTokens", 1000)} />
        <TextField label={t("before")} hint={t("beforeHint")} {...number("before", 20)} />
      </fieldset>
      <fieldset className="grid items-end gap-4 sm:grid-cols-2">
        <legend className="mb-3 text-lg font-semibold">{t("distractors")}</legend>
        <SelectField label={t("way")} hint={t(`wayHints.${settings.way as "each"}`)} {...wired("way")}>
          {ways.map((way) => (
            <option key={way} value={way}>
              {t(`ways.${way}`)}
            </option>
          ))}
        </SelectField>
        {isDrawn && (
          <>
            <SelectField label={t("among")} {...wired("among")}>
              {amongWhom.map((whom) => (
                <option key={whom} value={whom}>
                  {t(`amongWhom.${whom}`)}
                </option>
              ))}
            </SelectField>
            <TextField label={t("count")} {...number("distractors", 9, 1)} />
          </>
        )}
        <TextField label={t("seed")} hint={t("seedHint")} {...number("seed", 2_147_483_647, 1)} />
        {isDrawn &&
          oddities.map((oddity) => (
            <SelectField key={oddity} label={t(oddity)} hint={t(`${oddity}_hint`)} {...wired(oddity)}>
              <option value="replace">{t("replace")}</option>
              <option value="keep">{t("keep")}</option>
            </SelectField>
          ))}
      </fieldset>
    </div>
  );
}
