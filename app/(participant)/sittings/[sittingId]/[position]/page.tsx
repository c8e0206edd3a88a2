import type { Metadata } from "next";
import { getLocale, getMessages } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { requireAnswering } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { CaseHeading, casePlace } from "#components/sitting/case/case-heading.tsx";
import { PracticeCase } from "#components/sitting/case/practice-case.tsx";
import { SittingAtCase } from "#components/sitting/page/sitting-at-case.tsx";
import { welcomeBack } from "#components/sitting/navigation/welcome-back.ts";
import { pickPageWords } from "#components/sitting/page/page-words.ts";
import { feedbacks } from "#components/task-kinds/feedback.ts";
import { sayFor } from "#components/task-kinds/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { getOwnCase, revealPractice } from "#lib/sittings/serving/case-queries.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { whereInstead, whereNext } from "#lib/sittings/serving/where-next.ts";

type Props = PageProps<"/sittings/[sittingId]/[position]">;

/** Which case it is of its kind: practice is counted apart. */
async function locate(params: Props["params"]) {
  const own = await requireAnswering(params);
  const asked = (await params).position;
  const { progress } = own.place;
  const at = progress.findIndex(({ position }) => String(position) === asked);
  const present = progress[at];
  if (!present) notFound();
  const alike = progress.filter(({ isPractice }) => isPractice === present.isPractice);
  return { ...own, at, present, number: alike.indexOf(present) + 1, count: alike.length };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { present, number, count } = await locate(params);
  const { sitting } = await getMessages();
  return { title: casePlace({ place: number, count, isPractice: present.isPractice, words: sitting }) };
}

export default async function CasePage({ params, searchParams }: Props) {
  const { viewer, place, at, present, number, count } = await locate(params);
  const { questions, progress, id } = place;
  const elsewhere = whereInstead(progress, present.position, questions);
  if (elsewhere !== null) redirect(`/sittings/${id}/${elsewhere}`);
  const shown = await getOwnCase(viewer, id, present.position);
  if (!shown) notFound();
  const messages = sayFor(questions.kind, await getMessages());
  const { sitting } = messages;
  const words = pickPageWords(messages, await getLocale());
  const { isPractice, position, answer, revision } = present;
  const asked = await searchParams;
  if (!isPractice)
    return (
      <SittingAtCase
        sittingId={id}
        first={position}
        shown={shown}
        progress={progress}
        questions={questions}
        msLeft={place.msLeft}
        welcome={"back" in asked ? welcomeBack(position, progress, questions, messages) : null}
        words={words}
      />
    );
  const Feedback = feedbacks[questions.kind];
  const heading = <CaseHeading place={number} count={count} isPractice answered={null} words={sitting} />;
  const right = asked.checked ? await revealPractice(viewer, id, position) : null;
  if (right !== null && answer && kindOf(questions.kind).decide(answer) !== null)
    return (
      <div className="grid gap-6">
        {heading}
        <Feedback names={shown.names} right={right} value={answer} words={sitting} />
        <div>
          <ButtonLink href={`/sittings/${id}/${whereNext(progress, position, "next")}`} variant="primary">
            {sitting.practice.goOn}
          </ButtonLink>
        </div>
      </div>
    );
  return (
    <div data-wide className="grid gap-6">
      {heading}
      <PracticeCase
        key={position}
        sittingId={id}
        shown={shown}
        questions={questions}
        answer={answer}
        revision={revision}
        next={sitting.case.check}
        isFirst={!progress[at - 1]?.isPractice}
        words={words}
      />
    </div>
  );
}
