import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { forbidden } from "next/navigation";
import type { ReactNode } from "react";
import { z } from "zod";
import {
  getWorkWords,
  objectionsPath,
  QueueMenu,
  readLanguage,
  requirePart,
  Statement,
} from "#app/(participant)/queue/own-part.tsx";
import { choicesOf, DisputeSteps, ShownCase } from "#components/reviews/queue/shown.tsx";
import { AnswerForm } from "#components/reviews/queue/own/own-form.tsx";
import { formatCheck, formatDecision, type Choices } from "#components/reviews/queue/words.ts";
import { ParticipantFrame } from "#components/shell/participant-frame.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { hasPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { listObjections, type Dispute } from "#lib/reviews/checking/queries.ts";
import { getCheckedItem } from "#lib/reviews/deciding/queries.ts";
import { itemNumber } from "#lib/reviews/queue/schema.ts";
import { getFrozenSettings } from "#lib/reviews/queue/queries.ts";

type Props = PageProps<"/queue/[slug]/objections">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ title }, t] = [await requirePart(params), await getTranslations("queue.disputes")];
  return { title: `${t("title")} · ${title}` };
}

const asked = z.object({ item: z.coerce.number().pipe(itemNumber).optional().catch(undefined) });

/** Objections to a reviewer's own checks, and their answers. */
export default async function ObjectionsPage({ params, searchParams }: Props) {
  const part = await requirePart(params);
  if (!hasPart(part, "reviewer")) forbidden();
  const query = await searchParams;
  const { item } = asked.parse(query);
  const [disputes, settings, language, t] = await Promise.all([
    listObjections(part),
    getFrozenSettings(part),
    readLanguage(),
    getTranslations("queue.disputes"),
  ]);
  const read = item === undefined ? null : await getCheckedItem(part, item);
  const count = disputes.filter(mayAnswer(part)).length;
  return (
    <ParticipantFrame menu={<QueueMenu part={part} />}>
      <div className="grid gap-8">
        <header className="grid gap-2">
          <p className="text-ink-muted wrap-anywhere">{part.title}</p>
          <h1 className="text-3xl font-semibold tracking-tight">{t("title")}</h1>
          <p>{disputes.length > 0 ? t("waiting", { count }) : t("empty")}</p>
        </header>
        {"answered" in query && <Callout tone="success">{t("sent")}</Callout>}
        <ul role="list" className="grid gap-6">
          {disputes.map((dispute) => (
            <li
              key={dispute.checkId}
              id={`item-${dispute.number}`}
              className="grid gap-4 rounded-lg border border-line bg-raised p-5"
            >
              <Objected dispute={dispute} part={part} choices={choicesOf(settings, language)}>
                {read && dispute.number === item && <ShownCase shown={read} />}
              </Objected>
            </li>
          ))}
        </ul>
      </div>
    </ParticipantFrame>
  );
}

const mayAnswer =
  ({ state }: OwnPart) =>
  (dispute: Dispute): boolean =>
    state === "open" && dispute.state === "objected" && !dispute.isOver;

type ObjectedProps = { dispute: Dispute; part: OwnPart; choices: Choices; children: ReactNode };

async function Objected({ dispute, part, choices, children }: ObjectedProps) {
  const t = await getTranslations("queue");
  const words = await getWorkWords();
  const { number, checkId, state, isOver, decision, check, steps } = dispute;
  return (
    <>
      <h2 className="text-xl font-semibold">{t("item", { number })}</h2>
      <p className="text-ink-muted">{t(`disputes.state.${state}`)}</p>
      <dl className="grid gap-3 text-base">
        <Statement label={t("shown.decision")} comment={decision.comment}>
          {formatDecision(decision, choices, words.said)}
        </Statement>
        <Statement label={t("disputes.ownCheck")} comment={check.comment}>
          {formatCheck(check, choices, words.said)}
        </Statement>
      </dl>
      <DisputeSteps steps={steps} />
      {children || (
        <p>
          <a
            className="text-accent underline"
            href={`${objectionsPath(part.slug)}?item=${number}#item-${number}`}
          >
            {t("disputes.read", { number })}
          </a>
        </p>
      )}
      {isOver && state === "objected" && <p className="text-ink-muted">{t("disputes.over")}</p>}
      {mayAnswer(part)(dispute) && (
        <AnswerForm
          about={{ slug: part.slug, by: part.number, id: randomUUID(), checkId }}
          words={words}
          legend={t("disputes.question")}
          stands={t("disputes.stands")}
          falls={t("disputes.fallsBack")}
          label={t("disputes.words")}
          missing={t("disputes.waitingChoice")}
          send={t("disputes.send")}
        />
      )}
    </>
  );
}
