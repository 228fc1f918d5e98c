// Text becomes a reference before a decider sees it: registered once for its command, given up when nothing came of the command.
import { Rejection } from '#domain/kernel';
import type { PayloadReference } from '#domain/kernel';
import type { Receipt } from '#contracts/codec';
import type { PayloadKind, Vault } from '#vault';

export interface CommandText {
  /** The key of the event or record that the reference will stand in. */
  readonly fieldPath: string;
  readonly body: string;
  readonly kind?: PayloadKind;
  readonly subjectRefs?: readonly string[];
}

export interface TextOwner {
  /** '_' for streams without a Project. */
  readonly projectId: string;
  readonly streamId: string;
  readonly commandId: string;
}

/**
 * Registers `texts` in one transaction, in order, then runs the command with their references. A duplicate or a refusal abandons them;
 * a commit is marked by the reader of facts that refer to them, which no crash can lose.
 */
export async function withTexts(
  vault: Vault,
  owner: TextOwner,
  texts: readonly CommandText[],
  run: (references: readonly PayloadReference[]) => Promise<Receipt>,
): Promise<Receipt> {
  if (texts.length === 0) return run([]);
  const references = await vault.registerAll(texts.map((text) => ({ kind: 'workroom_fact', ...owner, ...text })));
  const abandon = (): Promise<void> => vault.markAbandoned(references.map(({ receipt }) => receipt.objectId));
  try {
    const receipt = await run(references);
    if (receipt.outcome !== 'committed') await abandon();
    return receipt;
  } catch (error) {
    if (error instanceof Rejection) await abandon();
    throw error;
  }
}
