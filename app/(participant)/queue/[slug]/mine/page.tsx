import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { forbidden } from "next/navigation";
import { z } from "zod";
import {
  getWorkWords,
  ownPath,
  QueueMenu,
  readLanguage,
  requirePart,
} from "#app/(participant)/queue/own-part.tsx";
import { choicesOf } from "#components/reviews/queue/shown.tsx";
import { formatCheck, formatDecision, type Choices } from "#components/reviews/queue/words.ts";
import { ParticipantFrame } from "#components/shell/participant-frame.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { hasPart, type OwnPart } from "#lib/auth/review-scope.ts";
import {
  getOwnAccuracy,
  decisionsPerPage,
  listOwnDecisions,
  type OwnDecision,
} from "#lib/reviews/deciding/queries.ts";
import { getFrozenSettings } from "#lib/reviews/queue/queries.ts";

type Props = PageProps<"/queue/[slug]/mine">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ title }, t] = [await requirePart(params), await getTranslations("queue.mine")];
  return { title: `${t("title")} · ${title}` };
}

const asked = z.object({
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  wrong: z.literal("1").optional().catch(undefined),
});

/** What somebody decided, and what became of it. */
export default async function OwnDecisionsPage({ params, searchParams }: Props) {
  const part = await requirePart(params);
  if (!hasPart(part, "annotator")) forbidden();
  const query = await searchParams;
  const { page, wrong } = asked.parse(query);
  const [found, settings, language, t] = await Promise.all([
    listOwnDecisions(part, { page, wrong: wrong === "1" }),
    getFrozenSettings(part),
    readLanguage(),
    getTranslations("queue.mine"),
  ]);
  const here = ownPath(part.slug);
  const pageAt = (at: number) => `${here}?page=${at}${wrong ? "&wrong=1" : ""}`;
  return (
    <ParticipantFrame menu={<QueueMenu part={part} />}>
      <div className="grid gap-8">
        <header className="grid gap-3">
          <p className="text-ink-muted wrap-anywhere">{part.title}</p>
          <h1 className="text-3xl font-semibold tracking-tight">{t("title")}</h1>
          <Accuracy part={part} />
        </header>
        {"objected" in query && <Callout tone="success">{t("objected")}</Callout>}
        <TabLinks
          label={t("title")}
          look="pills"
          items={[
            { href: here, label: t("all"), current: !wrong },
            { href: `${here}?wrong=1`, label: t("wrong", { count: found.wrong }), current: wrong === "1" },
          ]}
        />
        {found.decisions.length > 0 ? (
          <ul role="list" className="grid gap-3">
            {found.decisions.map((own) => (
              <Decided
                key={`${own.number} ${own.round}`}
                own={own}
                part={part}
                choices={choicesOf(settings, language)}
              />
            ))}
          </ul>
        ) : (
          wrong && <p>{t("nothingWrong")}</p>
        )}
        <div className="flex justify-between gap-4">
          {page > 1 ? <a href={pageAt(page - 1)}>{t("previous")}</a> : <span />}
          {page * decisionsPerPage < (wrong ? found.wrong : found.total) && (
            <a href={pageAt(page + 1)}>{t("next")}</a>
          )}
        </div>
      </div>
    </ParticipantFrame>
  );
}

/** One's own, with its n; and how much of what comes next is checked by it. */
async function Accuracy({ part }: { part: OwnPart }) {
  const [t, format] = [await getTranslations("queue.mine"), await getFormatter()];
  const { decided, reviewed, right, rate, band, first } = await getOwnAccuracy(part);
  const share = (of: number) => format.number(of, { style: "percent", maximumFractionDigits: 1 });
  return (
    <div className="grid gap-1">
      <p>{t("count", { count: decided })}</p>
      {decided > 0 && (
        <p>
          {reviewed > 0
            ? t("checked", { reviewed, right, share: share(right / reviewed) })
            : t("uncheckedYet")}
        </p>
      )}
      <p className="text-ink-muted">
        {band === null ? t("bandFirst", { first, decided }) : t("band", { rate: share(rate) })}
      </p>
    </div>
  );
}

type DecidedProps = { own: OwnDecision; part: OwnPart; choices: Choices };

async function Decided({ own, part, choices }: DecidedProps) {
  const [t, format] = [await getTranslations("queue.mine"), await getFormatter()];
  const words = await getWorkWords();
  const { number, round, decision, decidedAt, check } = own;
  return (
    <li className="grid gap-1 rounded-lg border border-line bg-raised p-4 text-base">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <a
          className="target-small font-semibold text-accent underline"
          href={ownPath(part.slug, `/${number}`)}
        >
          {t("open", { number })}
        </a>
        <span className="text-sm text-ink-muted">
          {round > 1 && `${t("round", { round })} · `}
          {format.dateTime(decidedAt, { dateStyle: "medium", timeStyle: "short" })}
        </span>
      </p>
      <p>{formatDecision(decision, choices, words.said)}</p>
      <p className="text-ink-muted">
        {check ? formatCheck(check, choices, words.said) : t("unchecked")}
        {check?.dispute && ` · ${t(`dispute.${check.dispute}`)}`}
      </p>
    </li>
  );
}
