// The typed commands of Sponsors: Run control, gates, priority, blockers, leases and human reviews. None of them sets a state.
import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  ChangePriorityDto,
  ClaimReviewDto,
  GateDecisionDto,
  ReceiptDto,
  ReleaseLeaseDto,
  ResolveBlockerDto,
  RunControlDto,
  Success,
  VerdictDto,
} from '#contracts/http';
import { Access } from '#platform/auth';
import type { Person } from '../access/person.js';
import { ClaimReview, SubmitVerdict } from '../handlers/review-commands.js';
import { AskOfRun } from '../handlers/run-commands.js';
import type { RunRequest } from '../handlers/run-commands.js';
import { receiptDto, success } from './answers.js';
import { ID, RUN_ID, TASK_KEY } from './request/queries.js';
import { Asker, Closed, PathParam } from './request/route-inputs.js';

type Answer = Promise<Success<ReceiptDto>>;

@Controller()
@Access({ plane: 'run' })
export class ControlController {
  constructor(private readonly commands: CommandBus) {}

  @Post('control')
  @HttpCode(200)
  control(@Asker() person: Person, @Closed('RunControlBody') body: RunControlDto): Answer {
    const { version: _version, ...request } = body;
    return this.ask(person, { kind: 'control', request });
  }

  @Post('runs/:runId/tasks/:taskKey/gates/:gateId/decisions')
  @HttpCode(200)
  decideGate(
    @Asker() person: Person,
    @PathParam('runId', RUN_ID) runId: string,
    @PathParam('taskKey', TASK_KEY) taskKey: string,
    @PathParam('gateId', ID) gateId: string,
    @Closed('GateDecisionBody') body: GateDecisionDto,
  ): Answer {
    return this.ask(person, { kind: 'gate', request: { ...body, runId, taskKey, gateId } });
  }

  @Post('runs/:runId/tasks/:taskKey/priority')
  @HttpCode(200)
  changePriority(
    @Asker() person: Person,
    @PathParam('runId', RUN_ID) runId: string,
    @PathParam('taskKey', TASK_KEY) taskKey: string,
    @Closed('ChangePriorityBody') body: ChangePriorityDto,
  ): Answer {
    return this.ask(person, { kind: 'priority', request: { ...body, runId, taskKey } });
  }

  @Post('runs/:runId/tasks/:taskKey/blockers/:blockerId/resolve')
  @HttpCode(200)
  resolveBlocker(
    @Asker() person: Person,
    @PathParam('runId', RUN_ID) runId: string,
    @PathParam('taskKey', TASK_KEY) taskKey: string,
    @PathParam('blockerId', ID) blockerId: string,
    @Closed('ResolveBlockerBody') body: ResolveBlockerDto,
  ): Answer {
    return this.ask(person, { kind: 'blocker', request: { ...body, runId, taskKey, blockerId } });
  }

  @Post('assignments/:assignmentId/release')
  @HttpCode(200)
  releaseLease(
    @Asker() person: Person,
    @PathParam('assignmentId', ID) assignmentId: string,
    @Closed('ReleaseLeaseBody') body: ReleaseLeaseDto,
  ): Answer {
    return this.ask(person, { kind: 'lease', request: { ...body, assignmentId } });
  }

  @Post('reviews/:assignmentId/claim')
  @HttpCode(200)
  async claimReview(
    @Asker() person: Person,
    @PathParam('assignmentId', ID) assignmentId: string,
    @Closed('ClaimReviewBody') { operationId, ...target }: ClaimReviewDto,
  ): Answer {
    return success(receiptDto(await this.commands.execute(new ClaimReview(person, { ...target, assignmentId }, operationId))));
  }

  @Post('reviews/:assignmentId/verdict')
  @HttpCode(200)
  async submitVerdict(
    @Asker() person: Person,
    @PathParam('assignmentId', ID) assignmentId: string,
    @Closed('VerdictBody') body: VerdictDto,
  ): Answer {
    const { projectId, runId, expectedSequence } = body;
    const target = { projectId, runId, assignmentId, expectedSequence };
    return success(receiptDto(await this.commands.execute(new SubmitVerdict(person, target, body))));
  }

  private async ask(person: Person, ask: RunRequest): Answer {
    return success(receiptDto(await this.commands.execute(new AskOfRun(person, ask))));
  }
}
