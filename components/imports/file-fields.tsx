"use client";

import { useTranslations } from "next-intl";
import type { Suggestions } from "#components/imports/file-card.tsx";
import {
  type Fields,
  type Item,
  mayBeUnnamed,
  missingFields,
  type Purpose,
} from "#components/imports/item.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";

type Props = {
  item: Item;
  showErrors: boolean;
  lists: Suggestions;
  onFields: (fields: Partial<Fields>) => void;
};

type TextName = Exclude<keyof Fields, "purpose">;

const textProps = (fields: Fields, name: TextName, onFields: Props["onFields"]) => ({
  value: fields[name],
  onChange: (event: { target: { value: string } }) => onFields({ [name]: event.target.value }),
  autoComplete: "off",
  spellCheck: false,
});

/** What a file is: guessed, and for somebody to look at and correct. */
export function FileFields({ item, showErrors, lists, onFields }: Props) {
  const t = useTranslations("imports.fields");
  const { fields, upload } = item;
  const missing = showErrors ? missingFields(item) : [];
  const text = (name: TextName) => textProps(fields, name, onFields);
  const ownTracks = upload?.guess.tracks ?? [];
  const trackHint = ownTracks.length > 0 ? t("ownTracks", { tracks: ownTracks.join(", ") }) : undefined;
  return (
    <div
      role="group"
      aria-label={t("group", { name: item.name })}
      className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3"
    >
      <SelectField
        label={t("purpose")}
        value={fields.purpose}
        onChange={(event) => onFields({ purpose: event.target.value as Purpose })}
      >
        {(["cases", "results"] as const).map((one) => (
          <option key={one} value={one}>
            {t(`purposes.${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("track")}
        hint={trackHint}
        error={missing.includes("track") && t("trackMissing")}
        list={lists.tracks}
        maxLength={60}
        {...text("track")}
      />
      {fields.purpose === "cases" ? (
        <TextField
          label={t("language")}
          hint={t("languageHint")}
          list={lists.languages}
          maxLength={35}
          {...text("language")}
        />
      ) : (
        <RunFields {...{ item, showErrors, lists, onFields }} />
      )}
    </div>
  );
}

/** Which model made it, how, and when. */
function RunFields({ item, showErrors, lists, onFields }: Props) {
  const t = useTranslations("imports.fields");
  const missing = showErrors ? missingFields(item) : [];
  const text = (name: TextName) => textProps(item.fields, name, onFields);
  return (
    <>
      <TextField
        label={t("model")}
        hint={mayBeUnnamed(item) ? t("modelInLines") : undefined}
        error={missing.includes("model") && t("modelMissing")}
        list={lists.models}
        maxLength={200}
        {...text("model")}
      />
      <TextField label={t("method")} list={lists.methods} maxLength={100} {...text("method")} />
      <TextField label={t("version")} maxLength={200} {...text("version")} />
      <TextField label={t("ranAt")} type="date" {...text("ranAt")} />
    </>
  );
}
