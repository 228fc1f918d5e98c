// Opens bodies: decision first, its record durable before the text is handed on.
import { digest, Rejection } from '#domain/kernel';
import type { PayloadReference } from '#domain/kernel';
import type { DataDescriptor, Disposition } from '#domain/governance';
import type { OpenedText } from '#contracts/commands';
import type { Vault } from '#vault';
import type { Disclosure, DisclosureQuestion } from './disclosure.js';

export interface BodyRequest extends DisclosureQuestion {
  readonly projectId: string;
  readonly objectId: string;
  /** null: the object's own. */
  readonly contentHash: string | null;
}

const UNAVAILABLE: readonly string[] = ['PAYLOAD_UNAVAILABLE', 'OBJECT_NOT_FOUND'];

export class BodyReader {
  constructor(
    private readonly vault: Vault,
    private readonly disclosure: Disclosure,
  ) {}

  /**
   * An unknown, foreign or erased object is `unavailable`. `forbidden` adds reasons of the caller that no decision lifts.
   * Throws Unavailable AUDIT_UNAVAILABLE and Rejection PAYLOAD_CORRUPT.
   */
  async open(request: BodyRequest, forbidden: readonly string[] = []): Promise<OpenedText> {
    const { objectId } = request;
    let contentHash = request.contentHash ?? '';
    const answer = (disposition: OpenedText['disposition'], reasons: readonly string[], text: string | null): OpenedText => ({
      disposition,
      reasons,
      text,
      contentHash,
    });
    try {
      const descriptor = (await this.vault.describe(objectId)) as DataDescriptor;
      contentHash ||= descriptor.payloadHash;
      if (descriptor.projectId !== request.projectId) return answer('unavailable', [], null);
      const decision = this.disclosure.decide(descriptor, request);
      const disposition: Disposition = forbidden.length > 0 ? 'deny' : decision.disposition;
      const reasons = [...forbidden, ...decision.reasons];
      const reference = { contentHash, receipt: { objectId, descriptorDigest: digest(descriptor) } };
      const { reader, purpose, channel } = request;
      const text = await this.vault
        .open({
          reference,
          principalId: reader.principalId,
          purpose,
          channel,
          disposition,
          decisionDigest: decision.decisionDigest,
          reasons,
        })
        .catch((error: unknown) => {
          if (error instanceof Rejection && error.code === 'DISCLOSURE_DENIED') return null;
          throw error;
        });
      return answer(disposition, reasons, text);
    } catch (error) {
      if (error instanceof Rejection && UNAVAILABLE.includes(error.code)) return answer('unavailable', [], null);
      throw error;
    }
  }

  /** A text that a trusted part of this process needs. Throws Rejection DISCLOSURE_DENIED when it may not have it. */
  async text(
    projectId: string,
    reference: Pick<PayloadReference, 'contentHash' | 'receipt'>,
    question: DisclosureQuestion,
  ): Promise<string> {
    const { contentHash, receipt } = reference;
    const opened = await this.open({ ...question, projectId, objectId: receipt.objectId, contentHash });
    if (opened.text !== null) return opened.text;
    throw new Rejection(
      'DISCLOSURE_DENIED',
      `Object ${receipt.objectId} of Project ${projectId} may not go to ${question.channel}: ${opened.disposition} (${opened.reasons.join(', ')}).`,
      { objectId: receipt.objectId, disposition: opened.disposition, reasons: opened.reasons },
    );
  }
}
