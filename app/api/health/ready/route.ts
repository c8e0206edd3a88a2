import { answerHealth } from "#lib/health/answer.ts";

export const dynamic = "force-dynamic";

export const GET = answerHealth;
