import { useTranslations } from "next-intl";
import { Rule } from "#components/reviews/disputes/rule.tsx";
import { DisputeSteps, Comment, useDecisionWords } from "#components/reviews/items/item-history.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { reviewPath } from "#lib/paths.ts";
import type { LedDispute } from "#lib/reviews/checking/queries.ts";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";

type Props = {
  slug: string;
  disputes: readonly LedDispute[];
  settings: ReviewSettings;
  /** While the review is open. */
  mayRule: boolean;
};

const tones = {
  objected: "neutral",
  answered: "warning",
  upheld: "success",
  withdrawn: "info",
  overruled: "info",
} as const;

/** Those that wait for a lead first. */
export function DisputeList({ disputes, ...rest }: Props) {
  return (
    <ol className="grid gap-6">
      {disputes.map((dispute) => (
        <DisputeCard key={dispute.checkId} dispute={dispute} {...rest} />
      ))}
    </ol>
  );
}

function DisputeCard({
  dispute,
  slug,
  settings,
  mayRule,
}: Omit<Props, "disputes"> & { dispute: LedDispute }) {
  const t = useTranslations("reviews.disputes");
  const member = useTranslations("reviews.said");
  const said = useDecisionWords(settings);
  const { checkId, number, batch, round, state, isOver, decision, check, steps } = dispute;
  const { annotator, reviewer, waitsForLead } = dispute;
  return (
    <li className="grid gap-3 rounded-md border border-line bg-raised p-4">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <Link href={`${reviewPath(slug, "items")}/${number}`} className="text-accent underline">
          {t("item", { number, batch, round })}
        </Link>
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        {isOver && <Badge>{t("over")}</Badge>}
      </h3>
      <div>
        <p>{t("decided", { who: member("member", annotator), said: said.decision(decision) })}</p>
        <Comment>{decision.comment}</Comment>
      </div>
      <div>
        <p>
          {t("checked", {
            who: member("member", reviewer),
            type: said.errorOf(check.errorType),
            corrected: said.decision({
              accepts: check.correctedAccepts === true,
              reason: check.correctedReason,
            }),
          })}
        </p>
        <Comment>{check.comment}</Comment>
      </div>
      <DisputeSteps steps={steps} />
      {mayRule && waitsForLead && (
        <div>
          <Rule slug={slug} checkId={checkId} number={number} />
        </div>
      )}
    </li>
  );
}
