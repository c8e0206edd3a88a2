import { useTranslations } from "next-intl";
import type { StopFault } from "#lib/endpoint-runs/schema.ts";

/** What went wrong with a call and what to do, in our words; below it the server's own, as they came. */
export function FaultText({ fault: { cause, status, said } }: { fault: StopFault }) {
  const t = useTranslations("modelCalls");
  return (
    <>
      {cause && (
        <p>
          {t(`causes.${cause}`)}
          {status !== null && status !== 200 && ` ${t("status", { status })}`}
        </p>
      )}
      {said && (
        <p className="wrap-anywhere">
          {t("said")}{" "}
          <q lang="" dir="auto">
            {said}
          </q>
        </p>
      )}
    </>
  );
}
