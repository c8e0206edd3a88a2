import { getTranslations } from "next-intl/server";
import { parityFields, type RunParity } from "#lib/model-runs/schema.ts";

/** What a model had before it when it answered, as far as anybody has written it down. */
export async function RunParityRecord({ parity }: { parity: RunParity }) {
  const t = await getTranslations("runs.parity");
  return (
    <dl className="measure grid gap-3">
      {parityFields.map((name) => (
        <div key={name}>
          <dt className="text-sm font-medium text-ink-muted">{t(`${name}.label`)}</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
            {parity[name] || t("none")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
