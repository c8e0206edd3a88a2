"use client";

import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { useState, useActionState, type ComponentProps, type ReactNode } from "react";
import {
  writeLiveQuery,
  type LiveQuery,
  type LiveView,
  type SerializedSitting,
  filtersOf,
} from "#components/live/view.ts";
import { SittingsTable, SittingState } from "#components/live/sittings-table.tsx";
import { invitationsPath, studyPath } from "#lib/paths.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { ButtonLink, Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import Form from "next/form";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField, TextAreaField } from "#components/ui/fields/text-field.tsx";
import type { StudyState } from "#lib/studies/schema.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import type { PersonFlags } from "#lib/study-results/people/care-queries.ts";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { giveLink, withdraw, exclude, extendTime, include, release } from "#lib/sittings/actions.ts";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";

type Props = {
  study: { id: string; slug: string };
  view: LiveView;
  query: LiveQuery;
  isAdmin: boolean;
  renderedAt: string;
};

/** Those who take part, fifty a page. What is being done to one of them outlives the row it began in. */
export function People({ study, view, query, isAdmin, renderedAt }: Props) {
  const t = useTranslations("live.people");
  const { state, people, totals, simulated } = view;
  const [chosen, choose] = useState<SerializedSitting | null>(null);
  const isFiltered = query.filter !== "all" || query.find !== "";
  const managed = chosen && (people.sittings.find(({ number }) => number === chosen.number) ?? chosen);
  return (
    <section aria-labelledby="people" className="grid gap-4">
      <h2 id="people" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {totals.consented === 0 && !simulated?.consented && !isFiltered ? (
        <EmptyState
          title={t("none")}
          {...(isAdmin
            ? { action: <ButtonLink href={invitationsPath(study.slug)}>{t("toInvitations")}</ButtonLink> }
            : {})}
        >
          {t("noneBody")}
        </EmptyState>
      ) : (
        <>
          <PeopleFilter
            slug={study.slug}
            state={state}
            query={query}
            isAdmin={isAdmin}
            total={people.total}
          />
          {people.sittings.length === 0 ? (
            <p className="text-ink-muted">{t("noMatch")}</p>
          ) : (
            <SittingsTable view={view} isAdmin={isAdmin} renderedAt={renderedAt} onManage={choose} />
          )}
          <Pages slug={study.slug} query={query} people={people} />
        </>
      )}
      {managed && (
        <ManageSitting
          studyId={study.id}
          state={state}
          sitting={managed}
          judged={view.judged.find(({ number }) => number === managed.number)}
          onClose={() => choose(null)}
        />
      )}
    </section>
  );
}

type PagesProps = { slug: string; query: LiveQuery; people: LiveView["people"] };

function Pages({ slug, query, people: { page, pages } }: PagesProps) {
  const t = useTranslations("live.people.pages");
  if (pages < 2) return null;
  const linkTo = (to: number, rel: "prev" | "next", label: string) => (
    <Link
      href={`${studyPath(slug)}${writeLiveQuery({ ...query, page: to })}`}
      rel={rel}
      scroll={false}
      className={buttonClass()}
    >
      {label}
    </Link>
  );
  return (
    <nav aria-label={t("label")} className="flex flex-wrap items-center gap-3">
      {page > 1 && linkTo(page - 1, "prev", t("previous"))}
      <span className="figures text-ink-muted">{t("here", { page, pages })}</span>
      {page < pages && linkTo(page + 1, "next", t("next"))}
    </nav>
  );
}

type PeopleFilterProps = {
  slug: string;
  state: StudyState;
  query: LiveQuery;
  isAdmin: boolean;
  total: number;
};

/** Stands in the address, so that it can be shared and survives a reload. */
function PeopleFilter({ slug, state, query, isAdmin, total }: PeopleFilterProps) {
  const t = useTranslations("live.people");
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <Form
        key={`${query.filter} ${query.find}`}
        action={studyPath(slug)}
        scroll={false}
        role="search"
        className="flex flex-wrap items-end gap-3"
      >
        <SelectField name="filter" label={t("filter")} defaultValue={query.filter}>
          {filtersOf(state, query.filter).map((filter) => (
            <option key={filter} value={filter}>
              {t(`filters.${filter}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          name="find"
          label={t(isAdmin ? "find" : "findNumber")}
          defaultValue={query.find}
          autoComplete="off"
          className="max-w-44"
        />
        <Button type="submit">{t("search")}</Button>
      </Form>
      <p role="status" className="figures text-sm text-ink-muted">
        {t("shown", { total })}
      </p>
    </div>
  );
}

type ManageSittingProps = {
  studyId: string;
  state: StudyState;
  sitting: SerializedSitting;
  judged: PersonFlags | undefined;
  onClose: () => void;
};

/** What an admin can do with one person's sitting as it stands now. */
function ManageSitting({ studyId, state: study, sitting, judged, onClose }: ManageSittingProps) {
  const t = useTranslations();
  const { number, state, excludedAt, isReleased, isErased, timeAllowanceMs } = sitting;
  const isWithdrawn = state === "withdrawn";
  const isWorking = state === "started" && excludedAt === null;
  const subject = { studyId, sitting, onDone: onClose };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("live.manage.title", { number })}
      description={<p className="text-ink-muted">{t("live.manage.about")}</p>}
      closeLabel={t("shell.close")}
    >
      <SittingState sitting={sitting} judged={judged} study={study} isAmongPeople />
      {isWorking && timeAllowanceMs !== null && <GiveTime {...subject} />}
      {isWorking && !isReleased && <ActionForm subject={subject} words="release" action={release} />}
      {!isWithdrawn && excludedAt === null && <ExcludeSitting {...subject} />}
      {!isWithdrawn && excludedAt !== null && (
        <ActionForm subject={subject} words="include" action={include} />
      )}
      <GiveLink {...subject} />
      {isErased ? <p>{t("live.manage.none")}</p> : <WithdrawSitting {...subject} />}
    </Dialog>
  );
}

/** For somebody who can't come back in by themselves. */
function GiveLink(subject: SittingSubject) {
  const t = useTranslations("live.manage.link");
  const shell = useTranslations("shell");
  const { number } = subject.sitting;
  const [state, action] = useActionState(giveLink, null);
  const refused = state && !state.ok && state.error !== "ask_again" ? state : null;
  const refusal = refused && t(refused.error === "inactive" ? "inactive" : "failed");
  return (
    <SittingForm
      subject={subject}
      refusal={refusal}
      action={action}
      title={t("title")}
      means={t("means", { number })}
    >
      {state?.ok ? (
        <>
          <CopyableLink
            label={t("label", { number })}
            value={state.value}
            words={{ copy: shell("copy"), copied: shell("copied"), selected: shell("selected") }}
          />
          <p className="text-sm text-ink-muted">{t("once")}</p>
        </>
      ) : (
        <>
          <AskAgain state={state} />
          <div>
            <SubmitButton variant="secondary" busyLabel={t("busy")}>
              {t("submit")}
            </SubmitButton>
          </div>
        </>
      )}
    </SittingForm>
  );
}

/** On request: out of every figure, and if asked out of the database. Of a withdrawn sitting, only the second is left. */
function WithdrawSitting(subject: SittingSubject) {
  const t = useTranslations("live.manage.withdraw");
  const { number, state } = subject.sitting;
  const isWithdrawn = state === "withdrawn";
  const [erase, setErase] = useState(isWithdrawn);
  const [typed, setTyped] = useState("");
  const confirmation = t("confirmation", { number });
  return (
    <ActionForm
      subject={subject}
      words={isWithdrawn ? "erase" : "withdraw"}
      action={withdraw}
      done={erase && !isWithdrawn ? t("doneErased", { number }) : undefined}
      submit={{ variant: "danger", disabled: typed.trim().toLowerCase() !== confirmation }}
    >
      {(errorOf) => (
        <>
          {isWithdrawn ? (
            <input type="hidden" name="erase" value="on" />
          ) : (
            <CheckboxField
              name="erase"
              label={t("erase")}
              hint={t("eraseMeans", { number })}
              checked={erase}
              onChange={(event) => setErase(event.target.checked)}
            />
          )}
          <TextField
            name="confirmation"
            label={t("typeName", { confirmation })}
            error={errorOf("confirmation") && t("mistyped")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </>
      )}
    </ActionForm>
  );
}

type SittingSubject = { studyId: string; sitting: SerializedSitting; onDone: () => void };

type FormProps = {
  subject: SittingSubject;
  title: string;
  means: string;
  action: (form: FormData) => void;
  refusal: ReactNode;
  children: ReactNode;
};

/** One action of the dialog, folded until it is wanted: what it means, and its fields. */
function SittingForm({ subject, title, means, action, refusal, children }: FormProps) {
  const { studyId, sitting } = subject;
  return (
    <details name="action" className="border-t border-line pt-2">
      <summary className="target cursor-pointer py-2 font-semibold">{title}</summary>
      <form action={action} aria-label={title} className="grid gap-3 pb-2">
        <p className="text-sm text-ink-muted">{means}</p>
        <FormMessage>{refusal}</FormMessage>
        <input type="hidden" name="studyId" value={studyId} />
        <input type="hidden" name="number" value={sitting.number} />
        {children}
      </form>
    </details>
  );
}

type ActionProps = {
  subject: SittingSubject;
  words: "exclude" | "include" | "time" | "release" | "withdraw" | "erase";
  action: Parameters<typeof useFormAction>[0];
  done?: string | undefined;
  submit?: Pick<ComponentProps<typeof SubmitButton>, "variant" | "disabled">;
  /** Its fields, by what is wrong with them. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode;
};

/** One that is done with the press of its button, and then told. */
function ActionForm({ subject, words, action, done, submit, children }: ActionProps) {
  const t = useTranslations("live.manage");
  const people = useTranslations("live.people");
  const wrong = useTranslations("live.fields");
  const { number, excludedBy, excludedReason, timeAllowanceMs } = subject.sitting;
  const { run, refusal, fields } = useFormAction(action, {
    errors: "studies.errors",
    done: done ?? t(`${words}.done`, { number }),
    onDone: subject.onDone,
  });
  const means = t(`${words}.means`, {
    by: excludedBy ?? people("somebody"),
    reason: excludedReason ?? "",
    minutes: Math.round((timeAllowanceMs ?? 0) / 60_000),
  });
  return (
    <SittingForm subject={subject} refusal={refusal} title={t(`${words}.title`)} means={means} action={run}>
      {children?.((field) => {
        const code = fields[field];
        return code && (wrong.has(code as never) ? wrong(code as never) : wrong("unknown"));
      })}
      <div>
        <SubmitButton variant="secondary" busyLabel={t(`${words}.busy`)} {...submit}>
          {t(`${words}.submit`, { number })}
        </SubmitButton>
      </div>
    </SittingForm>
  );
}

function ExcludeSitting(subject: SittingSubject) {
  const t = useTranslations("live.manage.exclude");
  const [reason, setReason] = useState("");
  return (
    <ActionForm subject={subject} words="exclude" action={exclude}>
      {(errorOf) => (
        <TextAreaField
          name="reason"
          rows={2}
          label={t("reason")}
          hint={t("reasonHint")}
          error={errorOf("reason")}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ActionForm>
  );
}

function GiveTime(subject: SittingSubject) {
  const t = useTranslations("live.manage.time");
  const [minutes, setMinutes] = useState("15");
  return (
    <ActionForm subject={subject} words="time" action={extendTime}>
      {(errorOf) => (
        <TextField
          name="minutes"
          inputMode="numeric"
          label={t("minutes")}
          error={errorOf("minutes")}
          value={minutes}
          onChange={(event) => setMinutes(event.target.value)}
          className="max-w-32"
        />
      )}
    </ActionForm>
  );
}
