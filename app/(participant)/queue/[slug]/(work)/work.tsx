import { randomUUID } from "node:crypto";
import { getMessages, getTranslations } from "next-intl/server";
import { forbidden, redirect } from "next/navigation";
import { QueueMenu, readLanguage, requirePart, stepPath } from "#app/(participant)/queue/own-part.tsx";
import { choicesOf } from "#components/reviews/queue/shown.tsx";
import { pickWorkWords } from "#components/reviews/queue/words.ts";
import { WorkPage } from "#components/reviews/queue/work/work-page.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { messagesForReading } from "#components/task-kinds/words.ts";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { textIn } from "#lib/reviews/plan/schema.ts";
import { takeItems } from "#lib/reviews/queue/mutations.ts";
import { maxAhead, type QueueStep } from "#lib/reviews/queue/schema.ts";
import { getFrozenSettings, hasStepPart, getWaiting, listCaseKinds } from "#lib/reviews/queue/queries.ts";

type Props = { step: QueueStep; params: Promise<{ slug: string }> };

/** The page of a step, with the first item in it: it can be read, and sent, before there is any script. */
export async function Work({ step, params }: Props) {
  const part = await requirePart(params);
  const { slug, title, userId, number } = part;
  if (!hasStepPart(part, step)) {
    const other = (["decide", "check", "audit"] as const).find((one) => hasStepPart(part, one));
    if (!other || step !== "decide") forbidden();
    redirect(stepPath(slug, other));
  }
  const [settings, taken, waiting, kinds, language, messages, t] = await Promise.all([
    getFrozenSettings(part),
    takeItems(part, { step, wanted: 1, have: [] }),
    getWaiting(part),
    listCaseKinds(part),
    readLanguage(),
    getMessages(),
    getTranslations("queue"),
  ]);
  const first = taken.ok
    ? taken.value.flatMap(({ shown, ...item }) => (shown ? [{ ...item, shown }] : []))
    : [];
  const guidance = textIn(settings.guidance, language);
  return (
    <>
      <SkipLink />
      <WorkPage
        slug={slug}
        title={title}
        userId={userId}
        step={step}
        first={first}
        by={number}
        wanted={maxAhead}
        problem={taken.ok ? null : taken.error}
        firstId={randomUUID()}
        choices={choicesOf(settings, language)}
        guidance={guidance ? <Markdown text={guidance} under={2} /> : <p>{t("noGuidance")}</p>}
        isNew={waiting.steps.find((one) => one.step === step)?.done === 0}
        words={pickWorkWords(messages.queue)}
        wordsOf={Object.fromEntries(kinds.map((kind) => [kind, messagesForReading(kind, messages)]))}
        menu={<QueueMenu part={part} />}
        signInAddress={`/sign-in?next=${encodeURIComponent(stepPath(slug, step))}`}
      />
    </>
  );
}

export async function titleOf(params: Props["params"]): Promise<{ title: string }> {
  const { title } = await requirePart(params);
  return { title };
}
