import { answerHealth } from "#lib/health/queries.ts";

export const dynamic = "force-dynamic";

export const GET = answerHealth;
