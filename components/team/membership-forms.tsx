"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { addMember, removeMember } from "#lib/study-members/actions.ts";
import { PlainAction } from "#components/studies/action-dialogs.tsx";

/** On a study's page: which researcher. */
export function AddResearcher({
  studyId,
  people,
}: {
  studyId: string;
  people: readonly { userId: string; name: string; handle: string }[];
}) {
  const t = useTranslations("team.add");
  return (
    <AddMember
      settled={{ name: "studyId", value: studyId }}
      choices={people.map(({ userId, name, handle }) => ({ id: userId, label: `${name} (${handle})` }))}
      words={{ label: t("label"), choose: t("choose"), done: (name) => t("done", { name }) }}
    />
  );
}

/** On a person's page: which study. */
export function AddStudy({
  person,
  studies,
}: {
  person: { id: string; name: string };
  studies: readonly { studyId: string; title: string }[];
}) {
  const t = useTranslations("team.person");
  return (
    <AddMember
      settled={{ name: "userId", value: person.id }}
      choices={studies.map(({ studyId, title }) => ({ id: studyId, label: title }))}
      words={{
        label: t("label"),
        choose: t("choose"),
        done: (title) => t("done", { name: person.name, title }),
      }}
    />
  );
}

type Choice = { id: string; label: string };
type Props = {
  /** What is already settled: the study, or the person. */
  settled: { name: "studyId" | "userId"; value: string };
  choices: readonly Choice[];
  words: { label: string; choose: string; done: (label: string) => string };
};

/** Brings a researcher and a study together, from either side. */
function AddMember({ settled, choices, words }: Props) {
  const t = useTranslations("team.add");
  const [chosen, choose] = useState("");
  const label = choices.find(({ id }) => id === chosen)?.label ?? "";
  const { run, refusal } = useFormAction(addMember, {
    errors: "studies.errors",
    done: words.done(label),
    onDone: () => choose(""),
  });
  return (
    <ScriptForm action={run} className="grid max-w-md gap-3">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name={settled.name} value={settled.value} />
      <SelectField
        name={settled.name === "studyId" ? "userId" : "studyId"}
        label={words.label}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        required
      >
        <option value="">{words.choose}</option>
        {choices.map(({ id, label: words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </SelectField>
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

type RemoveProps = {
  studyId: string;
  userId: string;
  name: string;
  /** The study, where several stand in a table. */
  from?: string;
};

export function RemoveMember({ studyId, userId, name, from }: RemoveProps) {
  const t = useTranslations("team");
  return (
    <PlainAction
      action={removeMember}
      fields={{ studyId, userId }}
      words={{
        open: t("remove.open"),
        openOf:
          from === undefined ? t("remove.openOf", { name }) : t("person.removeOf", { name, title: from }),
        title: t("remove.title", { name }),
        submit: t("remove.submit", { name }),
        busy: t("remove.busy"),
        done: t("remove.done", { name }),
      }}
      means={t("remove.means", { name })}
      look={{ size: "small", variant: "quiet" }}
    />
  );
}
