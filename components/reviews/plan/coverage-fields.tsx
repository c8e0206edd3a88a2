"use client";

import { useTranslations } from "next-intl";
import { PercentField, RequiredNumberField } from "#components/builder/number-field.tsx";
import { CoverageCost } from "#components/reviews/plan/coverage-cost.tsx";
import type { PlanFacts, PlanFields } from "#components/reviews/plan/plan-form.tsx";
import { PlanSection } from "#components/reviews/plan/plan-section.tsx";
import { Button } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import type { Coverage } from "#lib/reviews/plan/schema.ts";

const mostBands = 8;
type Props = PlanFields & Pick<PlanFacts, "items" | "annotators">;

/** How much is checked, which follows how accurate an annotator has been. */
export function CoverageFields({ value, set, errorOf, items, annotators }: Props) {
  const t = useTranslations("reviews.plan.coverage");
  const { coverage } = value;
  const change = (given: Partial<Coverage>) => set({ coverage: { ...coverage, ...given } });
  return (
    <PlanSection id="coverage" title={t("title")} about={t("about")}>
      <div className="grid max-w-4xl gap-4 sm:grid-cols-3">
        <RequiredNumberField
          label={t("first")}
          hint={t("firstHint")}
          min={0}
          value={coverage.first}
          onNumber={(first) => change({ first })}
          error={errorOf("coverage.first")}
        />
        <SelectField
          label={t("by.label")}
          hint={t("by.hint")}
          value={coverage.by}
          onChange={(event) => change({ by: event.target.value === "estimate" ? "estimate" : "wilson" })}
        >
          <option value="wilson">{t("by.wilson")}</option>
          <option value="estimate">{t("by.estimate")}</option>
        </SelectField>
        {coverage.by === "wilson" && (
          <PercentField
            label={t("level")}
            hint={t("levelHint")}
            min={50}
            max={99.9}
            value={coverage.level}
            onNumber={(level) => change({ level })}
            error={errorOf("coverage.level")}
          />
        )}
      </div>
      <Bands bands={coverage.bands} onChange={(bands) => change({ bands })} errorOf={errorOf} />
      <CoverageCost coverage={coverage} items={items} annotators={annotators} />
    </PlanSection>
  );
}

type BandsProps = {
  bands: Coverage["bands"];
  onChange: (bands: Coverage["bands"]) => void;
  errorOf: PlanFields["errorOf"];
};
type Band = BandsProps["bands"][number];

function Bands({ bands, onChange, errorOf }: BandsProps) {
  const t = useTranslations("reviews.plan.coverage");
  const wrong = errorOf("coverage.bands");
  return (
    <fieldset className="grid gap-3">
      <legend className="font-medium">{t("bands")}</legend>
      <p className="measure text-sm text-ink-muted">{t("bandsHint")}</p>
      {wrong && <FieldError id="bands">{wrong}</FieldError>}
      <ol role="list" className="grid max-w-4xl gap-3">
        {bands.map((band, index) => (
          <BandFields
            key={index}
            band={band}
            index={index}
            errorOf={(name) => errorOf(`coverage.bands.${index}.${name}`)}
            onChange={(given) => onChange(bands.map((old, i) => (i === index ? { ...old, ...given } : old)))}
            onRemove={() => onChange(bands.filter((_, i) => i !== index))}
          />
        ))}
      </ol>
      {bands.length < mostBands && (
        <div>
          <Button
            size="small"
            onClick={() =>
              onChange([...bands, { from: Number.NaN, rateFrom: Number.NaN, rateTo: Number.NaN }])
            }
          >
            {t("addBand")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type BandProps = {
  band: Band;
  index: number;
  errorOf: (name: keyof Band) => string | undefined;
  onChange: (given: Partial<Band>) => void;
  onRemove: () => void;
};

/** The first begins at 0, whatever else there is. */
function BandFields({ band, index, errorOf, onChange, onRemove }: BandProps) {
  const t = useTranslations("reviews.plan.coverage");
  const place = index + 1;
  const names = ["from", "rateFrom", "rateTo"] as const;
  return (
    <li className="grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_6rem]">
      {names.map((name) => (
        <PercentField
          key={name}
          label={t(`band.${name}`, { place })}
          min={0}
          max={100}
          readOnly={name === "from" && index === 0}
          value={Number.isNaN(band[name]) ? ("" as unknown as number) : band[name]}
          onNumber={(share) => onChange({ [name]: share })}
          error={errorOf(name)}
        />
      ))}
      {index > 0 && (
        <Button variant="quiet" aria-label={t("removeBand", { place })} onClick={onRemove}>
          {t("remove")}
        </Button>
      )}
    </li>
  );
}
