# SPDX-License-Identifier: Apache-2.0
"""What every vector instruction computes, in numpy, written from the ISA documents.

This is the oracle: it shares no code with hal/vector.  Where the documents leave a choice, it follows
docs/spec-decisions.md.  A function evaluates all cases of one variant at once; arrays have the cases
in their first dimension and hold bits as unsigned integers.
"""
import model_convert as convert
import model_lanes as lanes
import model_memory as memory
import model_moves as moves
import model_reduce as reduce
from model_base import Inputs, Undecided, as_lanes  # noqa: F401  (for check.py)

PARTS = (lanes, convert, reduce, moves, memory)
# Stems of C functions whose model function has another name.
MODELS = {
    **dict.fromkeys("vadd vsub vmul vdiv vmax vmin vand vor vxor".split(), lanes.model_binary),
    **dict.fromkeys("vadds vsubs vmuls vmaxs vmins vands vors vxors".split(), lanes.model_scalar),
    **dict.fromkeys("vabs vneg vexp vln vsqrt vrsqrt vrec vrelu vnot vbcnt vcls vmov".split(), lanes.model_unary),
    **dict.fromkeys("vshl vshr vshls vshrs".split(), lanes.model_shift),
    **dict.fromkeys("vaddc vsubc vaddcs vsubcs".split(), lanes.model_carry),
    **dict.fromkeys("vcmp vcmps".split(), lanes.model_vcmp),
    **dict.fromkeys("vcadd vcgadd".split(), reduce.model_sum),
    **dict.fromkeys("vcmax vcmin vcgmax vcgmin vcbmax vcbmin".split(), reduce.model_extremum),
    **dict.fromkeys("dhistv2 chistv2".split(), reduce.model_histogram),
    **dict.fromkeys("vaddreluconv vmulconv".split(), convert.model_fused_convert),
    **dict.fromkeys("vaddrelu vsubrelu".split(), lanes.model_fused_relu),
    **dict.fromkeys("vintlv vdintlv vintlvv2 vdintlvv2".split(), moves.model_interleave),
    **dict.fromkeys("vsunpack vzunpack vsunpack_h vzunpack_h".split(), moves.model_unpack),
    **dict.fromkeys("vselr vselrv2 vperm".split(), moves.model_select_lanes),
    **dict.fromkeys("pset pge".split(), moves.model_pset),
    **dict.fromkeys("pand por pxor pnot psel".split(), moves.model_predicate_algebra),
    **dict.fromkeys("pintlv pdintlv".split(), moves.model_predicate_interleave),
    **dict.fromkeys("vlds vlds_post".split(), memory.model_vlds),
    **dict.fromkeys("vldsx2 vldsx2_post".split(), memory.model_vldsx2),
    **dict.fromkeys("vsts vsts_all vsts_post".split(), memory.model_vsts),
    **dict.fromkeys("vgather2 vgather2_bc vgather2_n".split(), memory.model_vgather2),
    **dict.fromkeys("vscatter vscatter_n".split(), memory.model_vscatter),
    **dict.fromkeys("vsldb vsldb_packed vsldb_post".split(), memory.model_vsldb),
    **dict.fromkeys("vsstb vsstb_packed vsstb_post".split(), memory.model_vsstb),
    **dict.fromkeys("plds pld plds_post pldi pldi_post".split(), memory.model_predicate_load),
    **dict.fromkeys("psts pst psts_post psti psti_post".split(), memory.model_predicate_store),
}


def evaluate(entry, variant, inputs):
    """The expected results of all cases of a variant, or Undecided."""
    model = MODELS.get(entry.stem) or next(
        (found for found in (getattr(part, "model_" + entry.stem, None) for part in PARTS) if found), None)
    if not model:
        raise Undecided
    return model(entry, variant, inputs)
