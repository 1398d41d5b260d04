# The recipe for Spack. There is no release to fetch yet: put this file into a repository's packages/tutti, and run
# `spack dev-build tutti@0.1.0` in a checkout.
from spack.package import *


class Tutti(CMakePackage):
    """MPI collectives whose schedules are proved before they run, and a check of MPI libraries against their model."""

    license("MIT")

    version("0.1.0")

    variant("mpi", default=True, description="The executor and tutti-mpi, for the MPI of the spec")
    variant("smt", default=True, description="Proofs by Z3: tutti verify --smt")
    variant("op", default=True, description="Custom operators: tutti op")
    variant("tests", default=False, description="Build the tests; these need everything else")

    conflicts("+tests", when="~mpi")
    conflicts("+tests", when="~smt")
    conflicts("+tests", when="~op")
    conflicts("%gcc@:11", msg="C++20 is needed, as g++ 12 has it")
    conflicts("%clang@:13", msg="C++20 is needed, as clang 14 has it")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("help2man", type="build")
    depends_on("fmt@9:")
    depends_on("nlohmann-json@3.11:")
    depends_on("cli11@2.1:")
    depends_on("pugixml@1.13:")
    depends_on("mpi@3.1:", when="+mpi")
    depends_on("z3@4.8:", when="+smt")
    depends_on("z3@4.8:", when="+op")
    depends_on("llvm@14+clang", when="+op")
    depends_on("cvc5@1.0:", type="run", when="+op")
    depends_on("cvc5@1.0:", type="build", when="+tests")
    depends_on("doctest@2.4:", type="build", when="+tests")
    depends_on("rapidcheck", type="build", when="+tests")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define("TUTTI_BUILD_PROGRAMS", True),
            self.define_from_variant("TUTTI_SMT", "smt"),
            self.define_from_variant("TUTTI_OP", "op"),
            self.define_from_variant("TUTTI_BUILD_TESTS", "tests"),
        ]
        if self.spec.satisfies("+mpi"):
            mpi = self.spec["mpi"]
            args.append(self.define("TUTTI_MPI", f"{mpi.name}={mpi.mpicxx}"))
        else:
            args.append(self.define("TUTTI_MPI", ""))
        return args
