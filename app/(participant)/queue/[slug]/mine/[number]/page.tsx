import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { forbidden, notFound } from "next/navigation";
import { z } from "zod";
import {
  getWorkWords,
  ownPath,
  QueueMenu,
  readLanguage,
  requirePart,
  Statement,
} from "#app/(participant)/queue/own-part.tsx";
import { choicesOf, DisputeSteps, ShownCase } from "#components/reviews/queue/shown.tsx";
import { ChangeForm, ObjectionForm } from "#components/reviews/queue/own/own-form.tsx";
import { formatCheck, formatDecision, type Choices } from "#components/reviews/queue/words.ts";
import { valueOf } from "#components/reviews/queue/work/read-fields.ts";
import { ParticipantMain } from "#components/shell/participant-main.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { TopLine } from "#components/shell/top-line.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { hasPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { getOwnItem, type OwnDecision } from "#lib/reviews/deciding/queries.ts";
import { itemNumber } from "#lib/reviews/queue/schema.ts";
import { getFrozenSettings } from "#lib/reviews/queue/queries.ts";

type Props = PageProps<"/queue/[slug]/mine/[number]">;

async function find(params: Props["params"]) {
  const part = await requirePart(params);
  if (!hasPart(part, "annotator")) forbidden();
  const number = z.coerce
    .number()
    .pipe(itemNumber)
    .safeParse((await params).number);
  return { part, number: number.success ? number.data : null };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { part, number } = await find(params);
  const t = await getTranslations("queue");
  return { title: t("itemOf", { number: number ?? "", title: part.title }) };
}

/** One item that somebody decided: as it was shown, what they said, and what became of it. */
export default async function OwnItemPage({ params, searchParams }: Props) {
  const { part, number } = await find(params);
  const own = number === null ? null : await getOwnItem(part, number);
  if (!own || number === null) notFound();
  const [settings, language, t, query] = [
    await getFrozenSettings(part),
    await readLanguage(),
    await getTranslations("queue"),
    await searchParams,
  ];
  const choices = choicesOf(settings, language);
  return (
    <>
      <SkipLink />
      <TopLine ruled thin>
        <QueueMenu part={part} />
      </TopLine>
      <ParticipantMain wide>
        <div className="grid gap-6">
          <header className="grid gap-2">
            <p>
              <a className="text-accent underline" href={ownPath(part.slug)}>
                {t("mine.back")}
              </a>
            </p>
            <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
              {t("itemOf", { number, title: part.title })}
            </h1>
          </header>
          {"changed" in query && <Callout tone="success">{t("mine.changed")}</Callout>}
          <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <ShownCase shown={own.shown} />
            <div className="grid gap-8">
              {own.rounds.map((decided) => (
                <Outcome key={decided.round} decided={decided} part={part} choices={choices} />
              ))}
            </div>
          </div>
        </div>
      </ParticipantMain>
    </>
  );
}

type OutcomeProps = { decided: OwnDecision; part: OwnPart; choices: Choices };

async function Outcome({ decided, part, choices }: OutcomeProps) {
  const t = await getTranslations("queue.mine");
  const words = await getWorkWords();
  const { number, round, decision, mayChange, check } = decided;
  const about = { slug: part.slug, by: part.number, id: randomUUID() };
  return (
    <section className="grid gap-6" aria-label={t("round", { round })}>
      {round > 1 && <p className="text-ink-muted">{t("round", { round })}</p>}
      <dl className="grid gap-3 text-base">
        <Statement label={t("decision")} comment={decision.comment}>
          {formatDecision(decision, choices, words.said)}
        </Statement>
        <Statement
          label={t("became")}
          comment={check?.comment}
          more={check?.dispute && t(`dispute.${check.dispute}`)}
        >
          {check ? formatCheck(check, choices, words.said) : t("unchecked")}
        </Statement>
      </dl>
      {check && check.steps.length > 0 && <DisputeSteps steps={check.steps} />}
      {mayChange && (
        <section className="grid gap-3">
          <h2 className="text-xl font-semibold">{t("change")}</h2>
          <p className="text-base text-ink-muted">{t("changeBody")}</p>
          <ChangeForm
            about={{ ...about, number, round }}
            choices={choices}
            words={words}
            decision={{ value: valueOf(decision), comment: decision.comment }}
            send={t("save")}
          />
        </section>
      )}
      {check?.mayObject && (
        <section className="grid gap-3">
          <h2 className="text-xl font-semibold">{t("object")}</h2>
          <p className="text-base text-ink-muted">{t("objectBody")}</p>
          <ObjectionForm
            about={{ ...about, checkId: check.id }}
            words={words}
            label={t("words")}
            send={t("sendObjection")}
          />
        </section>
      )}
    </section>
  );
}
