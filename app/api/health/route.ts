import { answerHealth } from "#lib/health/queries.ts";

export const dynamic = "force-dynamic";

/** The older address of `/api/health/ready`, which monitors ask for. */
export const GET = answerHealth;
