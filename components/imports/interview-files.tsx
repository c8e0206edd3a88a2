"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import {
  groupByPerson,
  type InterviewDetails,
  kindOf,
  lacksMethod,
  listMissing,
  type PersonFiles,
  type ReadyItem,
} from "#components/imports/file-groups.ts";
import { RowButton, RowInput, type Suggestions } from "#components/imports/file-row.tsx";
import type { FilesOfVisit } from "#components/imports/use-files.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { fileNames, folderOf } from "#lib/interviews/schema.ts";

type Props = {
  visit: FilesOfVisit;
  details: InterviewDetails;
  onDetails: (part: Partial<InterviewDetails>) => void;
  showErrors: boolean;
  lists: Suggestions;
};

/** Folders of interviews: what none of their files says is asked here, once for all or for each file of answers. */
export function InterviewFiles({ visit, details, onDetails, showErrors, lists }: Props) {
  const t = useTranslations("imports.interviews");
  const id = useId();
  const people = groupByPerson(visit.files);
  if (people.length === 0) return null;
  const count = people.filter(({ person }) => person !== "").length;
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-raised">
      <div className="grid gap-4 p-4">
        <div>
          <h3 id={id} className="font-semibold">
            {t("title", { count })}
          </h3>
          <p className="measure text-sm text-ink-muted">{t("about")}</p>
        </div>
        <ToldFields
          visit={visit}
          details={details}
          onDetails={onDetails}
          showErrors={showErrors}
          lists={lists}
        />
      </div>
      <ul role="list">
        {people.map((one) => (
          <PersonRow key={one.person} {...one} visit={visit} showErrors={showErrors} lists={lists} />
        ))}
      </ul>
    </section>
  );
}

function ToldFields({ visit, details, onDetails, showErrors, lists }: Props) {
  const t = useTranslations("imports.interviews");
  const missing = listMissing(visit.files, details);
  const answers = groupByPerson(visit.files).flatMap(({ items }) =>
    items.filter((item) => kindOf(item) === "generated_responses"),
  );
  const methods = new Set(answers.map(({ fields }) => fields.method));
  const text = (name: keyof InterviewDetails, error: string | false = false) => ({
    label: t(name),
    value: details[name],
    error: showErrors && error,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => onDetails({ [name]: target.value }),
  });
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <TextField {...text("model", missing.model && t("modelMissing"))} list={lists.models} maxLength={200} />
      <TextField
        label={t("methodOfAll")}
        value={methods.size === 1 ? [...methods][0] : ""}
        placeholder={methods.size > 1 ? t("severalMethods") : ""}
        list={lists.methods}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) =>
          answers.forEach(({ key }) => visit.setFields(key, { method: target.value }))
        }
      />
      <span className="max-lg:hidden" />
      <TextField {...text("judge", missing.judge && t("judgeMissing"))} list={lists.models} maxLength={200} />
      <TextField {...text("judgeVersion")} maxLength={200} />
      <span className="max-lg:hidden" />
      <SelectField {...text("profile")}>
        {(["none", "short", "long"] as const).map((name) => (
          <option key={name} value={name}>
            {t(`profiles.${name}`)}
          </option>
        ))}
      </SelectField>
      <TextField {...text("pairs")} type="number" min={0} max={1000} />
      {details.profile === "none" && Number(details.pairs) === 0 && (
        <p className="text-sm font-medium text-warning sm:col-span-full">{t("guessing")}</p>
      )}
    </div>
  );
}

type RowProps = PersonFiles & Pick<Props, "visit" | "showErrors" | "lists">;

/** A person: how many of the files are here, which are not, and how each file of answers was made. */
function PersonRow({ person, items, visit, showErrors, lists }: RowProps) {
  const t = useTranslations("imports.interviews");
  const form = useTranslations("imports.form");
  const there = new Set(items.map(kindOf));
  const lacking = fileNames.filter((name) => !there.has(name));
  const answers = items.filter((item) => kindOf(item) === "generated_responses");
  const name = person === "" ? t("list") : person;
  return (
    <li className="grid min-h-10 items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1.2fr)_2.5rem]">
      <bdi className="min-w-0 truncate font-medium" title={name}>
        {name}
      </bdi>
      <span className="figures text-sm text-ink-muted">
        {form("count", { count: items.length })}
        {person !== "" && lacking.length > 0 && (
          <span className="wrap-anywhere"> {t("lacking", { names: lacking.join(", ") })}</span>
        )}
      </span>
      <span className="grid gap-1">
        {answers.map((item) => (
          <MethodInput
            key={item.key}
            item={item}
            visit={visit}
            lists={lists}
            isMissing={showErrors && lacksMethod(item)}
          />
        ))}
      </span>
      <span className="justify-self-end">
        <RowButton
          sign="cross"
          label={t("remove", { name })}
          onClick={() => items.forEach((item) => void visit.remove(item))}
        />
      </span>
    </li>
  );
}

type MethodProps = Pick<Props, "visit" | "lists"> & { item: ReadyItem; isMissing: boolean };

function MethodInput({ item, visit, lists, isMissing }: MethodProps) {
  const t = useTranslations("imports.interviews");
  const id = useId();
  const folder = folderOf(item.name);
  return (
    <span className="grid gap-1">
      <RowInput
        label={t("methodOf", { folder: folder || item.name })}
        title={item.name}
        placeholder={t("method")}
        value={item.fields.method}
        onText={(method) => visit.setFields(item.key, { method })}
        list={lists.methods}
        maxLength={100}
        errorId={isMissing ? id : null}
      />
      {isMissing && (
        <span id={id} className="text-sm font-medium text-danger">
          {t("methodMissing")}
        </span>
      )}
    </span>
  );
}
